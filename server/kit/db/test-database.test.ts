import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from './test-database.ts'

test('every test file gets a database of its own, and it is gone after the drop', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  const client = new pg.Client(one.connection)
  // The drop below ends this connection on purpose.
  client.on('error', () => {})
  await client.connect()
  await client.query('create table only_here (a int)')

  await expect(names(other.connection)).resolves.not.toContain('only_here')
  await one.drop()
  await expect(names(one.connection)).rejects.toMatchObject({ code: '3D000' })
  await other.drop()
})

async function names(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ tablename: string }>('select tablename from pg_tables')
  await client.end()
  return rows.map((row) => row.tablename)
}

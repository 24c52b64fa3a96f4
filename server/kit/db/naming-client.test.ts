import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connected, connect } from './connect.ts'
import { keptPlan } from './naming-client.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

let database: TestDatabase
let connected: Connected

beforeAll(async () => {
  database = await testDatabase()
  connected = connect(database.connection, { max: 1 })
  await sql`create table things (id int, name text)`.execute(connected.db)
  await sql`insert into things values (1, 'one')`.execute(connected.db)
})

afterAll(async () => {
  await connected.close()
  await database.drop()
})

const prepared = async () => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like '%things%'`.execute(connected.db)
  return rows.map(({ statement }) => statement)
}

test('only marked statements are prepared under a name', async () => {
  await sql`select name from things where id = ${1}`.execute(connected.db)
  expect(await prepared()).toEqual([])
  for (let times = 0; times < 3; times += 1) {
    const { rows } = await sql`${keptPlan} select name from things where id = ${1}`.execute(connected.db)
    expect(rows).toEqual([{ name: 'one' }])
  }
  expect(await prepared()).toHaveLength(1)
})

test('a statement whose answer a migration changes is prepared anew', async () => {
  const all = () => sql`${keptPlan} select * from things where id = ${1}`.execute(connected.db)
  expect((await all()).rows).toEqual([{ id: 1, name: 'one' }])
  await sql`alter table things add column colour text`.execute(connected.db)
  expect((await all()).rows).toEqual([{ id: 1, name: 'one', colour: null }])
  expect((await all()).rows).toEqual([{ id: 1, name: 'one', colour: null }])
})

import type { Client, ClientConfig } from 'pg'
import { outStatement, readCatalog, type Table } from './catalog.ts'
import { CopyRefused, isInUse, loadDatabase, withClient } from './load.ts'
import { copyOut, rowCounter } from './protocol.ts'

/**
 * Copies everything from one database to another, straight through: one read-only snapshot there, one transaction here.
 * For moving from the embedded server to one of its own, or to a newer PostgreSQL. Answers the number of rows.
 */
export async function copyAcross(
  from: ClientConfig,
  to: ClientConfig,
  { replace, told }: { replace: boolean; told?: (line: string) => void },
): Promise<number> {
  return withClient(from, async (source) => {
    if (await isInUse(source))
      throw new CopyRefused(
        'The product runs on this database: stop it first, or what happens meanwhile is lost.',
      )
    await source.query('begin transaction isolation level repeatable read read only')
    const catalog = await readCatalog(source)
    let total = 0
    await loadDatabase(to, catalog, {
      replace,
      ...(told ? { told } : {}),
      rowsOf: (table) => {
        const counted = rowsOf(source, table)
        return {
          rows: counted.rows,
          expected: () => {
            total += counted.count()
            return counted.count()
          },
        }
      },
    })
    await source.query('commit')
    return total
  })
}

function rowsOf(source: Client, table: Table): { rows: AsyncIterable<Buffer>; count: () => number } {
  const counting = rowCounter()
  const out = copyOut(source, outStatement(table))
  out.on('error', (error) => counting.stream.destroy(error))
  return { rows: out.pipe(counting.stream), count: counting.count }
}

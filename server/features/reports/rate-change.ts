import { sql } from 'kysely'
import { add, derivedNames, noSums } from '../../../contract/figures.ts'
import type { Tx } from '../../kit/db/connect.ts'
import { columns, figureNames } from './figures-sql.ts'
import { addToSums, deriveDays } from './rollup.ts'

/**
 * Works out anew a business day of accounts on every platform, after their rates changed in the same transaction. With
 * `accountIds` null the day of everybody, as after a change of the template of API points.
 */
export async function redoToday(tx: Tx, day: string, accountIds: readonly number[] | null): Promise<void> {
  const { rows: platforms } = await sql<{ platform_id: number }>`
    select distinct platform_id from account_days
    where day = ${day}::date and kind in (3, 4, 9) and (${accountIds}::int[] is null or account_id = any(${accountIds}::int[]))
    order by 1`.execute(tx)
  for (const { platform_id: platformId } of platforms) await redoDay(tx, platformId, day, accountIds)
}

/** The same for one platform: also after a fee was entered by hand for that day. */
export async function redoDay(
  tx: Tx,
  platformId: number,
  day: string,
  accountIds: readonly number[] | null,
): Promise<void> {
  const { rows } = await sql<Parameters<typeof deriveDays>[2][number]>`
    select account_id, day, kind, restated, api_win_lose, '{}'::jsonb as added, ${columns(figureNames)}
    from account_days
    where platform_id = ${platformId} and day = ${day}::date
      and (${accountIds}::int[] is null or account_id = any(${accountIds}::int[]))
    order by account_id for update`.execute(tx)
  const redone = await deriveDays(tx, platformId, rows)
  await addToSums(
    tx,
    platformId,
    redone.map(({ row, was, is }) => {
      const difference = { ...is }
      add(difference, was, derivedNames, -1n)
      return { account_id: row.account_id, day: row.day, kind: row.kind, ...noSums(), ...difference }
    }),
  )
}

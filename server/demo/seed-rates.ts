import type { Db } from '../kit/db/connect.ts'

const days = 30
const dayMs = 24 * 3_600_000

/** What a U cost on each of the last days, moving a little; and one rate that waits for a second person. */
export async function seedRates(tx: Db): Promise<void> {
  const people = await tx.selectFrom('accounts').select(['id', 'username']).execute()
  const finance = people.find(({ username }) => username === 'finance')
  if (!finance) return
  const by = { entered_by: finance.id, entered_name: finance.username }
  const dayOf = (back: number) => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10)
  const usual = 54_200n
  // To tomorrow: east of Greenwich it is today already.
  const rows = Array.from({ length: days + 1 }, (_, index) => ({
    day: dayOf(index - 1),
    rate: usual + BigInt(Math.round(900 * Math.sin(index / 4))),
    ...by,
  }))
  const waiting = { day: dayOf(-2), pending_rate: 64_000n, usual_rate: usual, remark: '', ...by }
  await tx.insertInto('settlement_rates').values(rows).execute()
  await tx.insertInto('settlement_rates').values(waiting).execute()
}

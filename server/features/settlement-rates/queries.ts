import { sql } from 'kysely'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { rateToText, type settlementRates } from '../../../contract/settlement-rates.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { median, usualBand } from './rules.ts'

/** Key of the setting that holds the band, in tenths of a percent. */
const bandSetting = 'settlement-rate-band'
/** So many days with a rate, the nearest ones, say what is usual. */
const usualDays = 7
const listedDays = 7

/**
 * The rate that counts on a business day, in ten-thousandths of local currency for one U: the newest confirmed one of
 * that day or before, with its day. null where there is none.
 */
export async function rateForDay(db: Db, day: string): Promise<{ day: string; rate: bigint } | null> {
  const row = await db
    .selectFrom('settlement_rates')
    .select(['day', 'rate'])
    .where('deleted', '=', 0)
    .where('rate', 'is not', null)
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.rate ? { day: row.day, rate: row.rate } : null
}

/** The confirmed rate entered for this very day, in ten-thousandths; null where it has none. */
export async function todayRate(db: Db, day: string): Promise<bigint | null> {
  const known = await rateForDay(db, day)
  return known?.day === day ? known.rate : null
}

/** Rates by day, newest first. */
export async function listRates(
  { db, clock, caller }: Ctx<'rule'>,
  { page, limit, start_date, end_date }: ParamsOf<typeof settlementRates.list>,
): Promise<ResultOf<typeof settlementRates.list>> {
  const start = start_date ?? clock.dayOf(new Date(clock.now().getTime() - (listedDays - 1) * 24 * 3_600_000))
  const matching = db
    .selectFrom('settlement_rates')
    .where('deleted', '=', 0)
    .where('day', '>=', start)
    .$if(end_date !== undefined, (query) => query.where('day', '<=', end_date ?? ''))
  const [rows, { n }] = await Promise.all([
    matching
      .selectAll()
      .orderBy('day', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ])
  return {
    list: rows.map((row) => ({
      id: row.id,
      date: row.day,
      rate: rateToText(row.rate),
      remark: row.remark,
      pending_rate: rateToText(row.pending_rate),
      usual_rate: rateToText(row.usual_rate),
      create_username: row.entered_name,
      own: row.entered_by === caller.accountId ? (1 as const) : (0 as const),
      confirm_username: row.confirmed_name,
    })),
    count: n,
  }
}

/**
 * What is usual around a day, in ten-thousandths, leaving one entry out: the middle of the nearest days' rates, of
 * deleted ones too, so that deleting does not open the way for any value.
 */
export async function usualRate(db: Db, day: string, except: number): Promise<bigint | null> {
  const { rows } = await sql<{ rate: bigint }>`
    select rate from (
      select distinct on (day) day, rate from settlement_rates
      where rate is not null and id <> ${except}
      order by day, deleted, id desc
    ) known
    order by abs(day - ${day}::date), day desc
    limit ${usualDays}`.execute(db)
  return median(rows.map(({ rate }) => rate))
}

/** The band around the usual within which one person is enough, in tenths of a percent. */
export async function bandOf(db: Db): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', bandSetting)
    .executeTakeFirst()
  return typeof row?.value === 'number' && row.value > 0 ? Math.round(row.value) : usualBand
}

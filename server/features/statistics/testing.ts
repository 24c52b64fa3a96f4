import { sql } from 'kysely'
import type { TestApp } from '../../testing.ts'
import { reportAbsorbers } from '../reports/index.ts'

/** A day of a platform as its event tells it: money in thousandths, people as counts, time in seconds. */
export const eventFigures = {
  totalRecharge: 0,
  totalWithdrawal: 0,
  totalProfit: 0,
  platformProfitAndLoss: 0,
  totalGameWin: 0,
  totalGameAward: 0,
  totalUserMoney: 0,
  yesterdayUserMoney: 0,
  firstChargeNum: 0,
  firstChargeAmount: 0,
  activeUsers: 0,
  newUsers: 0,
  goldCoinsHistoricalStock: 0,
  tax: 0,
  freeGoldCoinOutput: 0,
  gameGoldCoinOutput: 0,
  totalGoldConsumption: 0,
  averageOnlineTime: 0,
  totalpay: 0,
  olduserpay: 0,
  totalwater: 0,
  gmSendMoney: 0,
  innerProxyRegAward: 0,
  innerProxyAward: 0,
}
export type EventFigures = typeof eventFigures

/** A platform with its own category, and a way to tell its days as the link would. */
export async function toldPlatform(
  { services: { db, clock } }: TestApp,
  name: string,
  { status = 1, category = 'statistics' }: { status?: number; category?: string } = {},
) {
  const { rows } = await sql<{ id: number; cate_id: number }>`
    with made as (
      insert into platform_categories (name) select ${category}
      where not exists (select 1 from platform_categories where name = ${category}) returning id
    )
    insert into platforms (name, remark, cate_id, status)
    select ${name}, ${`about ${name}`}, coalesce((select id from made),
      (select id from platform_categories where name = ${category} limit 1)), ${status}
    returning id, cate_id`.execute(db)
  const [made] = rows
  if (!made) throw new Error('no platform was made')
  let version = 0
  return {
    ...made,
    name,
    /** Tells a day, the whole of it; what is not given is 0. */
    async tell(day: string, given: Partial<EventFigures>): Promise<void> {
      version += 1
      const data = { day, version, ...eventFigures, ...given }
      const absorb = reportAbsorbers(clock)['platformDay']
      if (!absorb) throw new Error('nobody takes in days of platforms')
      const events = [{ id: `${version}`, at: clock.now(), data }]
      const rejected = await db.transaction().execute((tx) => absorb(tx, made.id, events))
      if (rejected.size > 0) throw new Error([...rejected.values()].join())
    },
    close: (day: string) => db.insertInto('closed_days').values({ platform_id: made.id, day }).execute(),
  }
}

/** The business day so many days ago. */
export function daysAgo({ services: { clock } }: TestApp, days: number): string {
  const noon = clock.startOf(clock.dayOf(clock.now())).getTime() + 43_200_000
  return clock.dayOf(new Date(noon - days * 86_400_000))
}

import type { Sums } from '../../contract/figures.ts'
import { reportAbsorbers } from '../features/reports/index.ts'
import { recordFacts } from '../features/reports/record.ts'
import { factOf } from '../features/reports/testing.ts'
import { eventFigures } from '../features/statistics/testing.ts'
import { gameApi } from './plant-people.ts'
import type { World } from './world.ts'

/** What the salesman's players did today: money in currency. Everything follows from it at 5.5, 2, 40 and 10.5 %. */
export const today = {
  Deposit: 1000,
  Withdraw: 400.25,
  DWdiff: 599.75,
  Running: 5000.125,
  GmUpScore: 10.5,
  FirstDeposit: 60.75,
  AdvOut: 5.25,
  PersonCount: 8,
  PersonDeposit: 6,
  FirstDepositPerson: 4,
  PersonRunning: 7,
  PassageFee: 55,
  PlatformWinLose: 200,
  ApiFee: 21,
  RealApiFee: 21,
  RealIncome: 523.75,
  RealProfit: 209.5,
} as const

/** Since launch: today, and the day before with 100, 20.5, 300, 1.5, 9.25, 0.75, 2, 1, 1 and 3, and 40 won. */
export const sinceLaunch = {
  Deposit: 1100,
  Withdraw: 420.75,
  DWdiff: 679.25,
  Running: 5300.125,
  GmUpScore: 12,
  FirstDeposit: 70,
  AdvOut: 6,
  PersonCount: 10,
  PersonDeposit: 7,
  FirstDepositPerson: 5,
  PersonRunning: 10,
  PassageFee: 60.5,
  PlatformWinLose: 240,
  ApiFee: 25.2,
  RealApiFee: 25.2,
  RealIncome: 593.55,
  RealProfit: 237.42,
} as const

const names = {
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  running: 'Running',
  gm_up_score: 'GmUpScore',
  first_deposit: 'FirstDeposit',
  adv_out: 'AdvOut',
} as const
const people = {
  person_count: 'PersonCount',
  person_deposit: 'PersonDeposit',
  first_deposit_person: 'FirstDepositPerson',
  person_running: 'PersonRunning',
} as const

type Figures = Record<keyof typeof today, number>
const thousandths = (amount: number) => BigInt(Math.round(amount * 1000))

function sumsOf(figures: Figures): Partial<Sums> {
  const money = Object.entries(names).map(([sum, name]) => [sum, thousandths(figures[name])] as const)
  const counts = Object.entries(people).map(([sum, name]) => [sum, BigInt(figures[name])] as const)
  return Object.fromEntries([...money, ...counts])
}

/** The two days of the salesman's players, rolled up for everybody above. */
async function plantFacts(w: World): Promise<void> {
  const { db } = w.t.services
  const before = Object.fromEntries(
    Object.entries(sinceLaunch).map(([name, amount]) => [name, amount - today[name as keyof typeof today]]),
  ) as Figures
  const fact = (day: string, figures: Figures) =>
    factOf(db, w.family.salesman.id, day, 1, sumsOf(figures), {
      [gameApi.id]: thousandths(figures.PlatformWinLose),
    })
  const facts = [await fact(w.day(1), before), await fact(w.day(), today)]
  await db.transaction().execute((tx) => recordFacts(tx, { platformId: w.platform, today: w.day(), facts }))
}

/** A day of the platform as it tells it: money in currency, people as counts, time in seconds. */
export const platformDay = {
  totalRecharge: 5000.25,
  totalWithdrawal: 1200.5,
  totalProfit: 701.5,
  platformProfitAndLoss: 702.5,
  totalGameWin: 703.5,
  totalGameAward: 704.5,
  totalUserMoney: 705.5,
  yesterdayUserMoney: 706.5,
  firstChargeNum: 11,
  firstChargeAmount: 707.5,
  activeUsers: 120,
  newUsers: 13,
  goldCoinsHistoricalStock: 708.5,
  tax: 9.125,
  freeGoldCoinOutput: 50,
  gameGoldCoinOutput: 900,
  totalGoldConsumption: 1000,
  averageOnlineTime: 1234,
  totalpay: 709.5,
  olduserpay: 710.5,
  totalwater: 711.5,
  gmSendMoney: 1.125,
  innerProxyRegAward: 2.125,
  innerProxyAward: 3.125,
} satisfies typeof eventFigures

const counts = new Set(['firstChargeNum', 'activeUsers', 'newUsers', 'averageOnlineTime'])

async function plantPlatformDay(w: World): Promise<void> {
  const { db, clock } = w.t.services
  const told = Object.entries(platformDay).map(([name, amount]) => [
    name,
    counts.has(name) ? amount : Math.round(amount * 1000),
  ])
  const data = { day: w.day(), version: 1, ...Object.fromEntries(told) }
  const absorb = reportAbsorbers(clock)['platformDay']
  const rejected = await db
    .transaction()
    .execute(async (tx) => absorb?.(tx, w.platform, [{ id: 'day', at: clock.now(), data }]))
  if (rejected?.size !== 0) throw new Error('the day of the platform was not taken in')
}

export async function plantFigures(w: World): Promise<void> {
  await plantFacts(w)
  await plantPlatformDay(w)
}

import { drawFor } from './random.ts'
import { stored } from './store.ts'
import type { World } from './world.ts'

/*
 * What agents' players and platforms did on a day. A day is drawn from its names alone, so that it is the same whenever
 * it is asked for; while it lasts, a share of it has happened. A person at the control API may set it otherwise.
 */

/** An agent of the operator that has a proxy player in the games. */
export interface Agent {
  username: string
  role_id: string
  /** How many players it brings, beside the others. */
  weight: number
}

/** Figures of an agent's day, money in thousandths. */
export interface AgentFigures {
  deposit: number
  withdraw: number
  running: number
  gmUpScore: number
  firstDeposit: number
  advOut: number
  personCount: number
  personDeposit: number
  firstDepositPerson: number
  personRunning: number
  apiWinLose: { apiId: number; amount: number }[]
}

const apis = [1, 2, 3, 4, 5]
const cents = (money: number) => Math.round(money) * 10

export const agentsOf = (world: World): Agent[] =>
  world.store.all<Agent>('select username, role_id, weight from agents order by username')

/** A day as drawn, `share` (0 to 1) of it over. Every figure grows with the share, so a later look never shows less. */
export function drawnFigures(
  world: World,
  platformId: number,
  agent: Agent,
  day: string,
  share: number,
): AgentFigures {
  const draw = drawFor(world.seed, platformId, agent.username, day)
  const size = agent.weight * (0.7 + draw.unit() * 0.6)
  const part = (whole: number) => Math.floor(whole * share)
  const personCount = Math.round(12 * size)
  const personDeposit = Math.round(30 * size)
  const firsts = Math.round(personCount * (0.25 + draw.unit() * 0.3))
  const deposit = cents(personDeposit * (6_000 + draw.unit() * 9_000))
  // Now and then players win more than they brought.
  const withdraw =
    Math.round((deposit / 10) * (draw.chance(0.12) ? 1.05 + draw.unit() * 0.4 : 0.35 + draw.unit() * 0.4)) *
    10
  const running = deposit * draw.int(3, 9)
  const parts = apis.map((apiId) => {
    const won = Math.round((running / apis.length) * (draw.unit() * 0.09 - 0.02))
    return { apiId, amount: Math.trunc(won * share) }
  })
  return {
    deposit: part(deposit),
    withdraw: part(withdraw),
    running: part(running),
    gmUpScore: part(cents(draw.int(0, 3_000) * size)),
    firstDeposit: part(cents(firsts * (2_000 + draw.unit() * 3_000))),
    advOut: part(cents(draw.int(0, 9_000) * size)),
    personCount: part(personCount),
    personDeposit: part(personDeposit),
    firstDepositPerson: part(firsts),
    personRunning: part(Math.round(personDeposit * (1.1 + draw.unit() * 0.5))),
    apiWinLose: parts.filter(({ amount }) => amount !== 0),
  }
}

interface SetDay {
  version: number
  figures: string
}

/** What a person set a day to, if anybody did. */
const setDay = (world: World, platformId: number, username: string, day: string) =>
  world.store.one<SetDay>(
    'select version, figures from set_days where platform_id = ? and username = ? and day = ?',
    platformId,
    username,
    day,
  )

/** Data of an `accountDay` event: figures as of now. `minutes` of the day are over, 1440 of a day that is past. */
export function accountDay(
  world: World,
  platformId: number,
  agent: Agent,
  day: string,
  minutes: number,
): object {
  const set = setDay(world, platformId, agent.username, day)
  const figures = set
    ? stored<AgentFigures>(set.figures)
    : drawnFigures(world, platformId, agent, day, minutes / 1440)
  // What is set by hand comes after anything the day itself can bring.
  const version = set ? 10_000 + set.version : minutes + 1
  return { day, version, username: agent.username, roleId: agent.role_id, ...figures }
}

/** Sets a day of an agent to these figures; those not given stay as they are. Answers the event's data. */
export function setAgentDay(
  world: World,
  platformId: number,
  agent: Agent,
  day: string,
  minutes: number,
  given: Partial<AgentFigures>,
): object {
  const before = setDay(world, platformId, agent.username, day)
  const figures = {
    ...(before
      ? stored<AgentFigures>(before.figures)
      : drawnFigures(world, platformId, agent, day, minutes / 1440)),
    ...given,
  }
  world.store.run(
    `insert into set_days values (?, ?, ?, 1, ?)
      on conflict do update set version = version + 1, figures = excluded.figures`,
    platformId,
    agent.username,
    day,
    JSON.stringify(figures),
  )
  return accountDay(world, platformId, agent, day, minutes)
}

/** Data of a `platformDay` event: what all agents' players did, and those who came without an agent. */
export function platformDay(world: World, platformId: number, day: string, minutes: number): object {
  const agents = agentsOf(world)
  const days = agents.map(
    (agent) => accountDay(world, platformId, agent, day, minutes) as AgentFigures & { version: number },
  )
  const others = drawnFigures(
    world,
    platformId,
    { username: '', role_id: '', weight: 2 },
    day,
    minutes / 1440,
  )
  const all = [...days, others]
  const sum = (name: Exclude<keyof AgentFigures, 'apiWinLose'>) =>
    all.reduce((total, one) => total + one[name], 0)
  const won = all.reduce(
    (total, one) => total + one.apiWinLose.reduce((parts, { amount }) => parts + amount, 0),
    0,
  )
  const draw = drawFor(world.seed, platformId, 'platform', day)
  const recharge = sum('deposit')
  const withdrawal = sum('withdraw')
  const bets = sum('running')
  const tax = Math.floor(withdrawal * 0.02)
  const yesterdayUserMoney = cents(draw.int(40_000_00, 90_000_00))
  const share = minutes / 1440
  const spent = (most: number) => Math.floor(cents(draw.int(0, most)) * share)
  const freeGoldCoinOutput = spent(4_000_00)
  return {
    day,
    // Grows with the day, and by more than a day with each time somebody set one.
    version:
      minutes + 1 + 2000 * days.reduce((times, { version }) => times + Math.max(0, version - 10_000), 0),
    totalRecharge: recharge,
    totalWithdrawal: withdrawal,
    totalProfit: recharge - withdrawal,
    platformProfitAndLoss: won,
    totalGameWin: won > 0 ? won : 0,
    totalGameAward: bets - won,
    totalUserMoney: yesterdayUserMoney + recharge - withdrawal - won,
    yesterdayUserMoney,
    firstChargeNum: sum('firstDepositPerson'),
    firstChargeAmount: sum('firstDeposit'),
    activeUsers: sum('personRunning'),
    newUsers: sum('personCount'),
    goldCoinsHistoricalStock: yesterdayUserMoney * 3 + recharge - withdrawal,
    tax,
    freeGoldCoinOutput,
    gameGoldCoinOutput: bets - won,
    totalGoldConsumption: bets,
    averageOnlineTime: draw.int(1_500, 5_400),
    totalpay: recharge,
    olduserpay: recharge - sum('firstDeposit'),
    totalwater: bets,
    gmSendMoney: spent(900_00),
    innerProxyRegAward: spent(500_00),
    innerProxyAward: spent(1_500_00),
  }
}

import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import type { Bot } from './bot.ts'
import { BotSetting } from './bot-entries.ts'
import { AgentConfig } from './config.ts'
import { makeDeposits } from './deposit-flow.ts'
import { changeDepositChannel, depositChannelsOf, setDepositRate } from './deposits.ts'
import { pendingEvents, releaseEvents } from './events.ts'
import { makeOrders } from './game.ts'
import { daysAnswer, restateDay, setAgents } from './figures-told.ts'
import { readBody } from './http.ts'
import { changeChannel, channelsOf } from './payways.ts'
import { type Defaults, NewPlatform, takeUp } from './platforms.ts'
import type { PlayerRow, Profile } from './players.ts'
import { stored } from './store.ts'
import { Faults, faultsOf, type Platform, platformOf, platformsOf, type World } from './world.ts'

const PlatformId = z.coerce.number().int()
const Count = z.coerce.number().int().min(1).max(20_000)

const Withdrawals = z.strictObject({
  platform_id: PlatformId,
  count: Count.default(1),
  roleId: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
  amount: z.int().min(1000).max(1_000_000_000_000).optional(),
  autoPayout: z.boolean().optional(),
  sentinel: z.enum(['fails', 'hangs', 'twice']).optional(),
  unknown: z.array(z.string()).optional(),
})

const FaultChange = z.strictObject({
  platform_id: PlatformId,
  ...z.object(Faults.shape).partial().shape,
})
const Stream = z.strictObject({ platform_id: PlatformId, perMinute: z.number().min(0).max(6000) })
const ChannelChange = z.strictObject({
  platform_id: PlatformId,
  id: z.int(),
  on: z.boolean().optional(),
  successRate: z.number().min(0).max(1).optional(),
})

const Deposits = z.strictObject({
  platform_id: PlatformId,
  code: z.string(),
  count: Count.default(1),
  succeeded: z.int().min(0).default(0),
  open: z.int().min(0).default(0),
})
const DepositChannelChange = z.strictObject({
  platform_id: PlatformId,
  code: z.string(),
  on: z.boolean().optional(),
  sort: z.int().min(0).optional(),
  successRate: z.number().min(0).max(1).optional(),
})

const money = z.int()
const people = z.int().min(0)
const Day = z.strictObject({
  platform_id: PlatformId,
  username: z.string(),
  day: z.iso.date(),
  deposit: money.optional(),
  withdraw: money.optional(),
  running: money.optional(),
  gmUpScore: money.optional(),
  firstDeposit: money.optional(),
  advOut: money.optional(),
  personCount: people.optional(),
  personDeposit: people.optional(),
  firstDepositPerson: people.optional(),
  personRunning: people.optional(),
  apiWinLose: z.array(z.object({ apiId: z.int().min(1), amount: money })).optional(),
})

/** Answers a control call. Everything that is wrong is a thrown sentence; the caller makes it `{error}`. */
export function controlHandler(world: World, defaults: Defaults, bot: Bot) {
  const posts: Record<string, (body: unknown) => object> = {
    platforms: (body) => takeUp(world, read(NewPlatform, body), defaults),
    withdrawals: (body) => {
      const { platform_id, ...request } = read(Withdrawals, body)
      const orders = makeOrders(world, known(world, platform_id), request)
      return { orderNos: orders.map((order) => order.order_no) }
    },
    faults: (body) => changeFaults(world, read(FaultChange, body)),
    stream: (body) => {
      const { platform_id, perMinute } = read(Stream, body)
      known(world, platform_id)
      world.store.run(
        'update platforms set per_minute = ?, next_order_at = 0 where platform_id = ?',
        perMinute,
        platform_id,
      )
      return { platform_id, perMinute }
    },
    bot: (body) => {
      const setting = read(BotSetting, body)
      world.store.run("insert or replace into meta values ('bot', ?)", JSON.stringify(setting))
      bot.set(setting)
      return { accounts: setting.accounts.length }
    },
    channels: (body) => {
      const { platform_id, ...change } = read(ChannelChange, body)
      if (!changeChannel(world, known(world, platform_id).platform_id, change))
        throw new Error('there is no such channel')
      return { channels: channelsOf(world, platform_id).payout }
    },
    deposits: (body) => {
      const { platform_id, ...wish } = read(Deposits, body)
      makeDeposits(world, known(world, platform_id).platform_id, wish)
      return { channels: depositChannelsOf(world, platform_id) }
    },
    agents: (body) => {
      const { agents } = read(z.object({ agents: z.array(AgentConfig) }), body)
      setAgents(world, agents)
      return { agents: agents.length }
    },
    figures: (body) => {
      const { platform_id, username, day, ...figures } = read(Day, body)
      const given = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined))
      return restateDay(world, known(world, platform_id).platform_id, username, day, given)
    },
    depositStream: (body) => {
      const { platform_id, perMinute } = read(Stream, body)
      setDepositRate(world, known(world, platform_id).platform_id, perMinute)
      return { platform_id, perMinute }
    },
    depositChannels: (body) => {
      const { platform_id, code, ...change } = read(DepositChannelChange, body)
      if (!changeDepositChannel(world, known(world, platform_id).platform_id, code, change))
        throw new Error('there is no such channel')
      return { channels: depositChannelsOf(world, platform_id) }
    },
  }
  const gets: Record<string, (platform: () => Platform, query: URLSearchParams) => object> = {
    bot: () => bot.state(),
    platforms: () => platformsOf(world).map(({ platform_id, name }) => ({ platform_id, name })),
    payouts: (platform, query) => payouts(world, platform().platform_id, query.get('orderNo')),
    figures: (platform, query) =>
      daysAnswer(world, platform().platform_id, { day: query.get('day') ?? '', after: '', limit: 500 }),
    depositChannels: (platform) => depositChannelsOf(world, platform().platform_id),
    players: (platform, query) => players(world, platform().platform_id, query.get('kind')),
    state: (platform, query) =>
      query.has('platform_id')
        ? state(world, platform())
        : platformsOf(world).map((each) => state(world, each)),
  }

  return async (request: IncomingMessage, url: URL): Promise<object> => {
    const call = url.pathname.replace('/control/', '')
    if (request.method === 'GET' && Object.hasOwn(gets, call)) {
      const platform = () => known(world, Number(url.searchParams.get('platform_id')))
      return gets[call]?.(platform, url.searchParams) ?? {}
    }
    const post = Object.hasOwn(posts, call) ? posts[call] : undefined
    if (request.method !== 'POST' || !post)
      throw new Error(`there is no call ${request.method} ${url.pathname}`)
    // A page of another site, open in a developer's browser, must not play with this.
    const { origin, host } = request.headers
    if (origin && origin !== `http://${host}`)
      throw new Error('calls from pages of other sites are not accepted')
    const body = await readBody(request, 1_000_000)
    if (!body) throw new Error('the body is too long')
    return post(parsed(body.toString('utf8')))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the body is not JSON')
  }
}

function read<Shape extends z.ZodType>(shape: Shape, body: unknown): z.infer<Shape> {
  const result = shape.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}

function known(world: World, platformId: number): Platform {
  const platform = platformOf(world, platformId)
  if (!platform) throw new Error(`there is no platform ${platformId} here`)
  return platform
}

function changeFaults(world: World, { platform_id: id, ...change }: z.infer<typeof FaultChange>): object {
  known(world, id)
  const before = faultsOf(world, id)
  const faults = Faults.parse({ ...before, ...change })
  world.store.transaction(() => {
    world.store.run('update platforms set faults = ? where platform_id = ?', JSON.stringify(faults), id)
    if (faults.neverAnswer < before.neverAnswer) releaseEvents(world, id)
  })
  world.faults.set(id, faults)
  world.ring(id, true)
  return { platform_id: id, ...faults }
}

function payouts(world: World, platformId: number, orderNo: string | null): object {
  return world.store.all(
    `select order_no as orderNo, money as status,
        (select count(*) from transfers t where t.platform_id = o.platform_id and t.order_no = o.order_no) as paidTimes
       from orders o where platform_id = ?1 and (?2 is null or order_no = ?2) order by order_no desc`,
    platformId,
    orderNo,
  )
}

function players(world: World, platformId: number, kind: string | null): object {
  return world.store
    .all<PlayerRow>(
      'select * from players where platform_id = ? and (?2 is null or kind = ?2)',
      platformId,
      kind,
    )
    .map((row) => ({
      roleId: row.role_id,
      kind: row.kind,
      username: stored<Profile>(row.profile).username,
      autoPayout: row.auto_payout === 1,
      remark: row.remark,
      balance: row.balance,
      duty: row.duty,
    }))
}

function state(world: World, platform: Platform): object {
  const { platform_id: id } = platform
  const tally = (sql: string) =>
    Object.fromEntries(world.store.all<{ name: string; n: number }>(sql, id).map(({ name, n }) => [name, n]))
  return {
    platform_id: id,
    name: platform.name,
    story: platform.story,
    linked: platform.secret !== '',
    pitbossUrl: platform.pitboss_url,
    perMinute: platform.per_minute,
    eventsPending: pendingEvents(world, id),
    orders: tally('select money as name, count(*) as n from orders where platform_id = ? group by money'),
    counters: tally('select name, n from counters where platform_id = ?'),
    rejections: world.store.all(
      'select id, reason from rejections where platform_id = ? order by rowid desc limit 20',
      id,
    ),
    faults: faultsOf(world, id),
  }
}

import * as z from 'zod'
import { depositVerbs } from './deposit-commands.ts'
import { moveMoney, type OrderRow, orderOf } from './orders.ts'
import { channelOf } from './payways.ts'
import { playerChanged, playerOf } from './players.ts'
import { isProxy } from './proxies.ts'
import { count } from './store.ts'
import { startPayment } from './thirdparty.ts'
import { type Answer, done, refused, type Verb, verb } from './verb.ts'
import type { World } from './world.ts'

const Command = z.object({
  key: z.string().min(1).max(128),
  name: z.string().min(1).max(64),
  data: z.unknown(),
})

const OrderNo = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const RoleId = z.string().regex(/^\d{1,19}$/)
const RoleIds = z.array(RoleId).min(1).max(10_000)
const Checker = z.string().max(200)
const Username = z.string().min(1).max(64)

const verbs: Record<string, Verb> = {
  ...depositVerbs,
  'payout.start': verb({
    data: z.object({ orderNo: OrderNo, amount: z.int(), channelId: z.int(), checker: Checker }),
    carryOut: (world, platformId, { orderNo, amount, channelId }, key) => {
      const order = orderOf(world, platformId, orderNo)
      if (!order) return refused('there is no such order')
      if (order.money !== 'open') return refused(`the order is ${order.money}, not open`)
      const channel = channelOf(world, platformId, channelId)
      if (amount !== order.real_pay) return giveBack(world, order, 'the amount is not what is to be paid')
      if (!channel?.on) return giveBack(world, order, 'the payout channel is off')
      moveMoney(world, order, 'open', 'paying')
      startPayment(world, order, key, channel)
      return { state: 'accepted', reason: '' }
    },
  }),
  'withdrawal.refuse': verb({
    data: z.object({
      orderNo: OrderNo,
      description: z.string().max(2000),
      turnoverMultiple: z
        .string()
        .regex(/^\d{1,6}(\.\d{1,2})?$/)
        .nullable(),
      checker: Checker,
    }),
    carryOut: (world, platformId, { orderNo, description, turnoverMultiple }) => {
      const order = orderOf(world, platformId, orderNo)
      if (!order) return refused('there is no such order')
      if (!moveMoney(world, order, 'open', 'refunded')) {
        return refused(`the order is ${order.money}, not open`)
      }
      if (turnoverMultiple !== null) {
        world.store.run(
          'update players set duty = duty + ? where platform_id = ? and role_id = ?',
          timesHundredths(order.amount, turnoverMultiple),
          platformId,
          order.role_id,
        )
      }
      mail(world, platformId, order.role_id, description)
      return done
    },
  }),
  'withdrawal.confiscate': verb({
    data: z.object({ orderNo: OrderNo, description: z.string().max(2000), checker: Checker }),
    carryOut: (world, platformId, { orderNo, description }) => {
      const order = orderOf(world, platformId, orderNo)
      if (!order) return refused('there is no such order')
      if (!moveMoney(world, order, 'open', 'confiscated')) {
        return refused(`the order is ${order.money}, not open`)
      }
      mail(world, platformId, order.role_id, description)
      return done
    },
  }),
  'player.turnoverDuty': verb({
    data: z.object({ roleIds: RoleIds, duty: z.int().min(0) }),
    carryOut: (world, platformId, { roleIds, duty }) =>
      forEachKnown(roleIds, (roleId) =>
        world.store.run(
          'update players set duty = ? where platform_id = ? and role_id = ?',
          duty,
          platformId,
          roleId,
        ),
      ),
  }),
  'player.remark': verb({
    data: z.object({ roleId: RoleId, remark: z.string().max(2000) }),
    carryOut: (world, platformId, { roleId, remark }) => {
      const answer = forEachKnown([roleId], () =>
        world.store.run(
          'update players set remark = ? where platform_id = ? and role_id = ?',
          remark,
          platformId,
          roleId,
        ),
      )
      playerChanged(world, platformId, roleId)
      return answer
    },
  }),
  'player.mail': verb({
    data: z.object({ roleId: RoleId, content: z.string().min(1).max(10_000) }),
    carryOut: (world, platformId, { roleId, content }) => {
      if (!playerOf(world, platformId, roleId)) return refused('there is no such player')
      mail(world, platformId, roleId, content)
      return done
    },
  }),
  'player.autoPayout': verb({
    data: z.object({ roleIds: RoleIds, on: z.boolean() }),
    carryOut: (world, platformId, { roleIds, on }) =>
      forEachKnown(roleIds, (roleId) =>
        world.store.run(
          'update players set auto_payout = ? where platform_id = ? and role_id = ?',
          on ? 1 : 0,
          platformId,
          roleId,
        ),
      ),
  }),
  'account.remark': verb({
    data: z.object({ username: Username, roleId: RoleId, remark: z.string().max(2000) }),
    carryOut: (world, platformId, { username, roleId, remark }) => {
      if (!isProxy(roleId)) return refused('unknown_account')
      world.store.run(
        `insert into accounts (platform_id, role_id, username, remark) values (?,?,?,?)
         on conflict (platform_id, role_id) do update set username = excluded.username, remark = excluded.remark`,
        platformId,
        roleId,
        username,
        remark,
      )
      return done
    },
  }),
  'account.apiPoints': verb({
    data: z.object({
      username: z.string().max(64),
      roleId: z.union([RoleId, z.literal('-1')]),
      points: z.array(z.object({ apiId: z.int().min(1), point: z.int().min(0).max(1000) })).max(1000),
    }),
    carryOut: (world, platformId, { username, roleId, points }) => {
      if (roleId !== '-1' && !isProxy(roleId)) return refused('unknown_account')
      world.store.run(
        `insert into accounts (platform_id, role_id, username, points) values (?,?,?,?)
         on conflict (platform_id, role_id) do update set username = excluded.username, points = excluded.points`,
        platformId,
        roleId,
        username,
        JSON.stringify(points),
      )
      return done
    },
  }),
}

/** Refused, and so never paid: the player has the money back. */
function giveBack(world: World, order: OrderRow, reason: string): Answer {
  moveMoney(world, order, 'open', 'failed')
  return refused(reason)
}

function mail(world: World, platformId: number, roleId: string, content: string): void {
  world.store.run(
    'insert into mails (platform_id, role_id, content, at) values (?, ?, ?, ?)',
    platformId,
    roleId,
    content,
    world.now(),
  )
}

/** Players that are not known are passed over; a command that meets none of them is refused. */
function forEachKnown(roleIds: string[], change: (roleId: string) => number): Answer {
  let met = 0
  for (const roleId of roleIds) met += change(roleId)
  return met > 0 ? done : refused('there is no such player')
}

/** Thousandths times a decimal text of at most two places, rounded down. */
export function timesHundredths(amount: number, multiple: string): number {
  const [whole = '0', part = ''] = multiple.split('.')
  return Number((BigInt(amount) * BigInt(whole + part.padEnd(2, '0'))) / 100n)
}

/**
 * Carries a command out once per key and answers the text to send, the same for ever. Effect and answer are one
 * transaction. Null if the body is no command at all: then nothing is kept.
 */
export function carryOut(world: World, platformId: number, body: string): string | null {
  const command = Command.safeParse(parsed(body))
  if (!command.success) return null
  const { key, name, data } = command.data
  const { store } = world
  return store.transaction(() => {
    count(store, platformId, 'commandsReceived')
    const known = store.one<{ answer: string }>(
      'select answer from commands where platform_id = ? and key = ?',
      platformId,
      key,
    )
    if (known) {
      count(store, platformId, 'commandsRepeated')
      return known.answer
    }
    const carry = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    const { state, reason } = carry?.(world, platformId, data, key) ?? refused('unknown command')
    const answer = JSON.stringify({ key, state, reason })
    store.run(
      'insert into commands values (?,?,?,?,?,?,?,?)',
      platformId,
      key,
      name,
      body,
      state,
      reason,
      answer,
      world.now(),
    )
    return answer
  })
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

import * as z from 'zod'
import { depositChannelsData } from './deposits.ts'
import { daysAnswer } from './figures-told.ts'
import { type OrderRow, orderData } from './orders.ts'
import { channelsData } from './payways.ts'
import { superiorOf } from './proxies.ts'
import { statusData } from './status.ts'
import { type PaymentRow, payoutData } from './thirdparty.ts'
import { iso, type World } from './world.ts'

const Query = z.object({ name: z.string(), data: z.unknown() })

const Days = z.object({
  day: z.iso.date(),
  after: z.string().max(200),
  limit: z.int().min(1).max(500),
  roleId: z.string().optional(),
})

type Reply = { status: number; body: object }
const bad = (reason: string): Reply => ({ status: 400, body: { error: 'bad_request', reason } })
const result = (value: unknown): Reply => ({ status: 200, body: { result: value } })

/** Answers a query from what is stored; changes nothing. */
export function answerQuery(world: World, platformId: number, body: unknown): Reply {
  const query = Query.safeParse(body)
  if (!query.success) return bad('name and data are needed')
  switch (query.data.name) {
    case 'ping':
      return result({ version: 1, platform: platformId, time: iso(world.now()) })
    case 'command':
      return command(world, platformId, query.data.data)
    case 'payout':
      return payout(world, platformId, query.data.data)
    case 'withdrawals':
      return withdrawals(world, platformId, query.data.data)
    case 'superior': {
      const asked = z.object({ roleId: z.string() }).safeParse(query.data.data)
      return asked.success
        ? result({ superior: superiorOf(asked.data.roleId) })
        : bad('data.roleId is needed')
    }
    case 'channels':
      return result(channelsData(world, platformId))
    case 'depositChannels':
      return result(depositChannelsData(world, platformId))
    case 'days': {
      const asked = Days.safeParse(query.data.data)
      return asked.success
        ? result(daysAnswer(world, platformId, asked.data))
        : bad('data.day, data.after and data.limit (1 to 500) are needed')
    }
    case 'status':
      return result(statusData(world, platformId))
    default:
      return { status: 404, body: { error: 'unknown_query' } }
  }
}

interface CommandRow {
  name: string
  body: string
  state: string
  reason: string
  at: number
}
const commandRow = (world: World, platformId: number, key: string) =>
  world.store.one<CommandRow>(
    'select name, body, state, reason, at from commands where platform_id = ? and key = ?',
    platformId,
    key,
  )

function command(world: World, platformId: number, data: unknown): Reply {
  const asked = z.object({ key: z.string() }).safeParse(data)
  if (!asked.success) return bad('data.key is needed')
  const row = commandRow(world, platformId, asked.data.key)
  return result(row ? { seen: true, state: row.state, reason: row.reason } : { seen: false })
}

const StartedPayout = z.object({ data: z.object({ orderNo: z.string(), channelId: z.int() }) })

function payout(world: World, platformId: number, data: unknown): Reply {
  const asked = z.object({ orderNo: z.string(), key: z.string() }).safeParse(data)
  if (!asked.success) return bad('data.orderNo and data.key are needed')
  const { orderNo, key } = asked.data
  const payment = world.store.one<PaymentRow>(
    'select * from payments where platform_id = ? and key = ?',
    platformId,
    key,
  )
  if (payment && payment.order_no !== orderNo) return bad('the key belongs to another order')
  if (payment?.outcome === 'paying') return result({ seen: true, outcome: 'paying' })
  if (payment) {
    const { orderNo: _, key: __, ...rest } = payoutData(payment)
    return result({ seen: true, ...rest })
  }
  const row = commandRow(world, platformId, key)
  if (!row) return result({ seen: false })
  // Seen, but no payment came of it: it was refused, and that is final.
  const sent = StartedPayout.safeParse(JSON.parse(row.body))
  if (row.name !== 'payout.start') return bad('the key belongs to another command')
  if (sent.success && sent.data.data.orderNo !== orderNo) return bad('the key belongs to another order')
  const channelId = sent.success ? sent.data.data.channelId : 0
  const { reason, at } = row
  return result({
    seen: true,
    outcome: 'failed',
    amount: 0,
    channelId,
    reference: '',
    reason,
    at: iso(at),
  })
}

function withdrawals(world: World, platformId: number, data: unknown): Reply {
  const asked = z
    .object({ after: z.string().regex(/^\d{0,15}$/), limit: z.int().min(1).max(1000) })
    .safeParse(data)
  if (!asked.success) return bad('data.after and data.limit (1 to 1000) are needed')
  const { after, limit } = asked.data
  const rows = world.store.all<OrderRow>(
    'select * from orders where platform_id = ? and change > ? order by change limit ?',
    platformId,
    Number(after),
    limit + 1,
  )
  const page = rows.slice(0, limit)
  return result({
    items: page.map(orderData),
    next: String(page.at(-1)?.change ?? Number(after)),
    more: rows.length > limit,
  })
}

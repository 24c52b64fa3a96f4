import { features } from '../../contract/index.ts'
import { codeAt, newSecret } from '../features/sign-in/index.ts'
import { earn, settledChannel } from '../features/settlement/testing.ts'
import { once } from './once.ts'
import { someone } from './plant-people.ts'
import type { World } from './world.ts'

const { settlement } = features
const dayMs = 86_400_000

/** What became of the channel's profit: paid by an order, booked by hand, asked for now. */
export const settled = {
  paid: 20,
  rate: 5.4321,
  paidU: 3.68,
  byHand: 10.5,
  pending: 30,
  /** 20 and 10.5 */
  sum: 30.5,
  /** 237.42 earned, less what was settled. */
  unsettled: 206.92,
  /** The same, less what is asked for. */
  open: 176.92,
  /** Whole part of nine tenths of 237.42, less settled and pending. */
  valid: 153,
} as const

/** Two orders of the channel, one of yesterday that was paid and one that waits, and a booking by hand. */
export async function plantSettlement(w: World): Promise<{ paid: string; pending: string }> {
  const { t, family } = w
  const { db, vault, clock } = t.services
  const secret = newSecret()
  await db
    .updateTable('accounts')
    .set({ settle_secret: vault.seal(secret) })
    .where('id', '=', family.channel.id)
    .execute()
  const request = async (amount: number) => {
    t.moveClock(30_000)
    const sent = { settleAmount: String(amount), code: codeAt(secret, clock.now()) }
    const { data, message } = await t.call(settlement.addSettleOrder, sent, { token: family.channel.token })
    if (!data) throw new Error(message)
    return data.id
  }
  t.moveClock(-dayMs)
  const paid = await request(settled.paid)
  t.moveClock(dayMs)
  const finance = await t.as('finance')
  const handled = await finance(settlement.handle, {
    id: paid,
    status: 1,
    hd_remark: '已转账',
    ex_rate: String(settled.rate),
    settle_u: String(settled.paidU),
  })
  if (!handled.success) throw new Error(handled.message)
  const booked = await finance(settlement.settleAmountEdit, {
    platform_id: w.platform,
    channel_account: family.channel.username,
    startTime: w.day(),
    endTime: w.day(),
    settleAmount: String(settled.byHand),
  })
  if (!booked.success) throw new Error(booked.message)
  return { paid: String(paid), pending: String(await request(settled.pending)) }
}

/** A channel with a settlement key, an address, and 500 earned; who asks it for more. */
export const theAsker = once(async (w) => {
  const channel = await settledChannel(w.t, 'harbor-asker')
  await earn(w.t.services.db, channel.id, w.platform, 500_000n)
  return channel
})

/** A pending order of a channel of its own; answers its id. */
export async function aPendingOrder(w: World): Promise<string> {
  const channel = await settledChannel(w.t, `harbor-asker-${w.next()}`)
  await earn(w.t.services.db, channel.id, w.platform, 500_000n)
  const { data, message } = await channel.ask('50')
  if (!data) throw new Error(message)
  return String(data.id)
}

const earning = (of: 'channel' | 'subChannel') => async (w: World) => {
  const { id, username } = await someone(w, of)
  await earn(w.t.services.db, id, w.platform, 100_000n)
  return username
}
/** Names of accounts that have earned 100. */
export const anEarner = earning('subChannel')
export const aChannelThatEarned = earning('channel')

/** Accounts without a settlement key, each of whom is shown one when the address dialog opens. */
export const newcomer = {
  channel: once((w) => someone(w, 'channel')),
  subChannel: once((w) => someone(w, 'subChannel')),
}

/** A code of the key that the newcomer was shown. */
export const codeOfShown = (of: keyof typeof newcomer) => async (w: World) => {
  const { db, vault, clock } = w.t.services
  const { settle_secret_pending: shown } = await db
    .selectFrom('accounts')
    .select('settle_secret_pending')
    .where('id', '=', (await newcomer[of](w)).id)
    .executeTakeFirstOrThrow()
  return shown ? codeAt(vault.unseal(shown), clock.now()) : ''
}

import { emit } from './events.ts'
import { stored } from './store.ts'
import { platformOf, type World } from './world.ts'

/** Kinds of destination. 3 needs none, 8 is a phone number, 9 an e-mail address; the others are numbers. */
export const payWay = { bank: 1, unionPay: 2, cash: 3, cpf: 7, phone: 8, email: 9 } as const

const payWays = [
  { id: payWay.bank, code: 'BANK' },
  { id: payWay.unionPay, code: 'UNIONPAY' },
  { id: payWay.cash, code: 'CASH' },
  { id: payWay.cpf, code: 'PIX_CPF' },
  { id: payWay.phone, code: 'PIX_PHONE' },
  { id: payWay.email, code: 'PIX_EMAIL' },
]

export interface PayoutChannel {
  id: number
  name: string
  on: boolean
  sort: number
  payWays: number[]
  /** Of payouts that nobody meddles with, how many succeed; 0..1. */
  successRate: number
  /** Form text or JSON: how this third party writes. */
  dialect: 'form' | 'json'
}

const pix = [payWay.cpf, payWay.phone, payWay.email]
const firstChannels: PayoutChannel[] = [
  { id: 1, name: 'PIX Rápido', on: true, sort: 1, payWays: pix, successRate: 0.97, dialect: 'json' },
  { id: 2, name: 'Banco Direto', on: true, sort: 2, payWays: [1, 2, 3], successRate: 0.93, dialect: 'form' },
  {
    id: 3,
    name: '速付 SuFu',
    on: true,
    sort: 3,
    payWays: [1, 2, 3, ...pix],
    successRate: 0.85,
    dialect: 'form',
  },
  { id: 4, name: 'Luso Gate', on: false, sort: 4, payWays: [1, ...pix], successRate: 0.6, dialect: 'json' },
]
const defaultPayout = 1

interface Channels {
  version: number
  payout: PayoutChannel[]
}

const keyOf = (platformId: number) => `channels:${platformId}`

export function channelsOf(world: World, platformId: number): Channels {
  const row = world.store.one<{ value: string }>('select value from meta where key = ?', keyOf(platformId))
  return row ? stored<Channels>(row.value) : { version: 0, payout: firstChannels }
}

export function channelOf(world: World, platformId: number, id: number): PayoutChannel | undefined {
  return channelsOf(world, platformId).payout.find((channel) => channel.id === id)
}

/** The channel the platform would choose for a destination: the first that is on and serves it. */
export function channelFor(channels: Channels, way: number): number | null {
  const fitting = channels.payout.filter((channel) => channel.on && channel.payWays.includes(way))
  return fitting.toSorted((a, b) => a.sort - b.sort)[0]?.id ?? null
}

/** Data of the `channels` event. */
export function channelsData(world: World, platformId: number): object {
  const { version, payout } = channelsOf(world, platformId)
  return {
    version,
    payout: payout.map(({ id, name, on, sort, payWays: ways }) => ({ id, name, on, sort, payWays: ways })),
    payWays,
    defaultPayout: payout.some(({ id, on }) => id === defaultPayout && on) ? defaultPayout : null,
  }
}

/** Changes a channel, or nothing at all, and tells Pitboss the whole list. False for an unknown channel. */
export function changeChannel(
  world: World,
  platformId: number,
  change?: { id: number; on?: boolean | undefined; successRate?: number | undefined },
): boolean {
  const { version, payout } = channelsOf(world, platformId)
  if (!platformOf(world, platformId)) return false
  if (change && !payout.some(({ id }) => id === change.id)) return false
  const next: Channels = {
    version: version + 1,
    payout: payout.map((channel) =>
      channel.id === change?.id
        ? {
            ...channel,
            on: change.on ?? channel.on,
            successRate: change.successRate ?? channel.successRate,
          }
        : channel,
    ),
  }
  world.store.transaction(() => {
    world.store.run(
      'insert into meta values (?, ?) on conflict do update set value = excluded.value',
      keyOf(platformId),
      JSON.stringify(next),
    )
    emit(world, platformId, 'channels', channelsData(world, platformId))
  })
  return true
}

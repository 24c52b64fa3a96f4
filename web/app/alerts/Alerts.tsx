import { useEffect, useRef } from 'react'
import { features } from '../../../contract/index.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { pageOf } from '../../../contract/search.ts'
import { promisedMinutes, quickSettlePath } from '../../../contract/settlement.ts'
import { ApiError, call } from '../../kit/api.ts'
import { figure } from '../../kit/figures.ts'
import { useLive } from '../../kit/live.ts'
import { useMay } from '../../kit/may.ts'
import { region } from '../../kit/region.ts'
import { useAccount } from '../../kit/session.ts'
import { useStable } from '../../kit/stable.ts'
import { read, write } from '../../kit/storage.ts'
import { useText } from '../../kit/text.ts'
import { NewOrders } from './new-orders.ts'
import { isQuiet, timeOfDay, usualAlerts } from './quiet.ts'
import { type Alert, chime, electSpeaker, notify } from './speaker.ts'
import { alertWords } from './words.ts'

const { platforms, settlement, withdrawals } = features
/** New orders of this long are one alert. */
const gatherMs = 3000
/** A broken promise makes no event: it is looked for. */
const everyMs = 60_000
const mostTold = 300

/** Tells who waits what came: new orders, settlement orders, and those waiting for longer than was promised. */
export function Alerts({ go }: { go: (to: string) => void }) {
  const t = useText(alertWords)
  const me = useAccount()
  const may = useMay()
  const speaking = useRef(false)
  const orders = useRef(new NewOrders())
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined)
  const known = useRef<ReadonlySet<number>>(undefined)
  const staff = me?.kind === kind.staff
  const reviews = staff && may(withdrawals.list) && may(platforms.liveList)
  const settles = staff && may(settlement.orders)

  const say = (about: keyof typeof usualAlerts.about, alert: Alert): boolean => {
    const settings = read('alerts') ?? usualAlerts
    if (!speaking.current || !settings.about[about]) return false
    if (isQuiet(settings.quiet, timeOfDay(new Date()))) return false
    if (settings.sound) chime()
    if (settings.desktop) notify(alert)
    return true
  }

  const countOrders = async () => {
    const { list } = await call(platforms.liveList, { limit: 300 }, { silent: true })
    const fresh = orders.current.since(new Map(list.map((row) => [row.id, row.orderPendingTotal])))
    if (fresh.size === 0) return
    const names = new Map(list.map((row) => [row.id, row.name]))
    const [only] = fresh.size === 1 ? fresh.keys() : []
    say('orders', {
      name: 'orders',
      title: t.newOrders,
      text: [...fresh].map(([id, n]) => t.ofPlatform(names.get(id) ?? '', figure(n, 'count'))).join('\n'),
      open: () => go(only === undefined ? platforms.liveList.path : pageOf.review(only)),
    })
  }

  const lookAtSettlements = async () => {
    const { list } = await call(settlement.orders, { status: [0], limit: 300 }, { silent: true })
    const open = () => go(settlement.orders.path)
    for (const row of known.current ? list.filter(({ id }) => !known.current?.has(id)) : []) {
      const amount = `${figure(row.amount, 'plain')} ${region().currency}`
      say('settlements', {
        name: `settlement-${row.id}`,
        title: t.newSettlement,
        text: t.settlementOf(row.username, amount),
        open,
      })
    }
    known.current = new Set(list.map(({ id }) => id))
    const told = read('alertsTold') ?? []
    const late = list.filter((row) => row.waited_minutes >= promisedMinutes && !told.includes(row.id))
    // What quiet hours kept back is said when they end.
    const said = late.filter((row) =>
      say('late', {
        name: `late-${row.id}`,
        title: t.lateTitle,
        text: t.lateOf(row.username, figure(row.waited_minutes, 'count')),
        open,
      }),
    )
    if (said.length > 0) write('alertsTold', [...said.map(({ id }) => id), ...told].slice(0, mostTold))
  }

  // Only the tab that speaks asks: what it says next is new since it began to.
  const countNow = useStable(() => {
    if (reviews && speaking.current) void quietly(countOrders)
  })
  const lookNow = useStable(() => {
    if (settles && speaking.current) void quietly(lookAtSettlements)
  })
  useEffect(() => {
    const speaks = (on: boolean) => {
      if (on === speaking.current) return
      speaking.current = on
      orders.current = new NewOrders()
      known.current = undefined
      countNow()
      lookNow()
    }
    const timer = setInterval(lookNow, everyMs)
    const leave = electSpeaker(speaks)
    return () => {
      leave()
      clearInterval(timer)
      clearTimeout(gathering.current)
      gathering.current = undefined
    }
  }, [countNow, lookNow])
  // What one may see is learnt after the page opens, and may change: who speaks is not decided anew for it.
  useEffect(() => {
    if (reviews) countNow()
    if (settles) lookNow()
  }, [reviews, settles, countNow, lookNow])

  useLive((event) => {
    if (reviews && speaking.current && orders.current.hear(event)) {
      gathering.current ??= setTimeout(() => {
        gathering.current = undefined
        countNow()
      }, gatherMs)
    }
    if (event.type !== 'settlement') return
    lookNow()
    if (event.accountId === me?.id && event.orderId > 0 && event.status > 0)
      say('settlements', {
        name: `settlement-${event.orderId}`,
        title: event.status === 1 ? t.paid : t.refused,
        text: t.ownOrder(String(event.orderId)),
        open: () => go(quickSettlePath),
      })
  })
  return null
}

/** What could not be read now is read at the next occasion. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

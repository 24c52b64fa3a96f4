import { useSyncExternalStore } from 'react'
import { orderStatus } from '../../../contract/withdrawals-states.ts'
import { inZone, serverNow } from '../../kit/region.ts'

const minuteMs = 60_000
/** From this age an order waits longer than usual, and from the next one far too long. */
const amberMinutes = 30
const redMinutes = 120

export type Waiting = { minutes: number; tone: '' | 'warn' | 'bad' }

const open: readonly number[] = [
  orderStatus.waiting,
  orderStatus.locked,
  orderStatus.reviewed,
  orderStatus.held,
]

/** How long an order waits for a decision; undefined once it has one. Both moments in the region's zone. */
export function waitingOf(order: { status: number; AddTime: string }, now: string): Waiting | undefined {
  if (!open.includes(order.status)) return undefined
  const ms = Date.parse(`${now.replace(' ', 'T')}Z`) - Date.parse(`${order.AddTime.replace(' ', 'T')}Z`)
  if (Number.isNaN(ms)) return undefined
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  return { minutes, tone: minutes >= redMinutes ? 'bad' : minutes >= amberMinutes ? 'warn' : '' }
}

// One clock for all ages on the page, and none while no age is shown.
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = ''

function listen(changed: () => void): () => void {
  listeners.add(changed)
  timer ??= setInterval(() => {
    now = inZone(serverNow())
    for (const tell of listeners) tell()
  }, minuteMs / 4)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    now = ''
  }
}

/** The time in the region's zone, four times a minute. */
export const useNow = (): string =>
  useSyncExternalStore(listen, () => {
    if (now === '') now = inZone(serverNow())
    return now
  })

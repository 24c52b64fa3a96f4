import { useEffect, useMemo, useRef, useState } from 'react'
import type { LiveEvent } from '../../../contract/live.ts'
import { platforms } from '../../../contract/platforms.ts'
import { useLive } from '../../kit/live.ts'
import { refresh } from '../../kit/query.ts'

interface Counts {
  pending: number
  warning: number
}
interface Counted {
  id: number
  orderPendingTotal: number
  orderWarningTotal: number
}

/** At the busiest this often the list is read again for events that do not carry the new counts. */
const rereadMs = 1000

/** Rows with the counts that live events told since they were read; a row nothing was told of stays the same object. */
export function withCounts<R extends Counted>(rows: readonly R[], told: ReadonlyMap<number, Counts>): R[] {
  return rows.map((row) => {
    const counts = told.get(row.id)
    const same =
      !counts || (counts.pending === row.orderPendingTotal && counts.warning === row.orderWarningTotal)
    return same ? row : { ...row, orderPendingTotal: counts.pending, orderWarningTotal: counts.warning }
  })
}

/** The rows of the live list as of this moment. `readAt` is when the server answered them. */
export function useLiveCounts<R extends Counted>(rows: readonly R[] | undefined, readAt: number) {
  const [told, setTold] = useState<{ of: number; counts: ReadonlyMap<number, Counts> }>({
    of: readAt,
    counts: new Map(),
  })
  const reread = useReread()
  useLive((event: LiveEvent) => {
    if (event.type === 'orders') {
      const { platformId, pending, warning } = event
      setTold((now) => ({
        of: readAt,
        counts: new Map(now.of === readAt ? now.counts : []).set(platformId, { pending, warning }),
      }))
      reread()
    }
    if (event.type === 'order' || event.type === 'platform') reread()
  })
  // What was told before the newest answer is in it.
  const counts = told.of === readAt ? told.counts : undefined
  return useMemo(() => (rows && counts ? withCounts(rows, counts) : rows), [rows, counts])
}

/** Reads the list again at once, and then at most once a second however much happens. */
function useReread(): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    const waitMs = Math.max(60, last.current + rereadMs - Date.now())
    timer.current = setTimeout(() => {
      last.current = Date.now()
      void refresh(platforms.liveList)
    }, waitMs)
  }
}

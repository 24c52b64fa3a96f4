import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallOf } from '../../../contract/kit/endpoint.ts'
import { type WithdrawalOrder, withdrawals } from '../../../contract/withdrawals.ts'
import { type Tab, tabStatuses } from '../../../contract/withdrawals-states.ts'
import { ApiError, call } from '../../kit/api.ts'
import type { ListPlace } from '../../kit/list/types.ts'
import { useLive } from '../../kit/live.ts'
import { useCall } from '../../kit/query.ts'
import { type Reread, shownRows } from './shown.ts'

export const pollMs = 31_000
/** Events that come together are answered by one reading. */
const gatherMs = 120
/** The list itself is read again at most this often, however much happens. */
const relistMs = 2000
/** More rows than this are cheaper as one list. */
const singlyUpTo = 5

/** Reads one order as it is now, whatever its status. */
export async function readOrder(platformId: number, orderNo: string): Promise<WithdrawalOrder | undefined> {
  const { list } = await call(
    withdrawals.list,
    { platformId, orderNo, allStatus: true, tabIndex: 1, limit: 1 },
    { silent: true },
  )
  return list[0]
}

interface OrdersOptions {
  platformId: number
  tab: Tab
  place: ListPlace
  current: string | undefined
}

/** The parameters of the list for a place of a tab; filter values are already what the wire wants. */
export const listParams = ({ platformId, tab, place }: Omit<OrdersOptions, 'current'>) =>
  ({
    ...place.values,
    platformId,
    tabIndex: tab,
    page: place.page,
    limit: place.limit,
    orderby: place.orderBy,
    orderType: place.orderType,
  }) as unknown as CallOf<typeof withdrawals.list>

/** The orders of a tab as of this moment: read, polled while somebody looks, and moved by live events row by row. */
export function useOrders({ platformId, tab, place, current }: OrdersOptions) {
  const query = useCall(withdrawals.list, listParams({ platformId, tab, place }), {
    keep: true,
    everyMs: pollMs,
    staleMs: 0,
  })
  const { data, dataUpdatedAt, refetch } = query
  const [newer, setNewer] = useState<ReadonlyMap<string, Reread<WithdrawalOrder>>>(new Map())
  const [before, setBefore] = useState<readonly WithdrawalOrder[]>([])
  const listed = query.isError ? undefined : data?.list
  const rows = useMemo(
    () => listed && shownRows({ listed, listedAt: dataUpdatedAt, newer, before, current }),
    [listed, dataUpdatedAt, newer, before, current],
  )
  // The same rows are the same list, so this ends at once.
  if (rows && rows !== before) setBefore(rows)

  const reread = useCallback(
    async (orderNos: readonly string[]) => {
      const read = await Promise.all(
        orderNos.map((orderNo) =>
          readOrder(platformId, orderNo).catch((error: unknown) => {
            if (!(error instanceof ApiError)) throw error
            return undefined
          }),
        ),
      )
      const at = Date.now()
      setNewer((known) => {
        const next = new Map(known)
        for (const row of read) {
          const older = row && next.get(row.OrderNo)
          if (row && !(older && older.row.rowVersion > row.rowVersion)) next.set(row.OrderNo, { row, at })
        }
        return next
      })
      return read.filter((row) => row !== undefined)
    },
    [platformId],
  )

  // A row that is only here because somebody stands on it: see what became of it.
  const stray = current && listed && !listed.some(({ OrderNo }) => OrderNo === current) ? current : undefined
  useEffect(() => {
    if (stray) void reread([stray])
  }, [stray, dataUpdatedAt, reread])

  const due = useRef({ rows: new Set<string>(), rowsTimer: 0, listTimer: 0, listedAt: 0 })
  const relistSoon = useCallback(() => {
    const waiting = due.current
    if (waiting.listTimer) return
    const waitMs = Math.max(gatherMs, waiting.listedAt + relistMs - Date.now())
    waiting.listTimer = window.setTimeout(() => {
      waiting.listTimer = 0
      waiting.listedAt = Date.now()
      void refetch()
    }, waitMs)
  }, [refetch])
  const rereadSoon = (orderNo: string) => {
    const waiting = due.current
    waiting.rows.add(orderNo)
    if (waiting.rowsTimer) return
    waiting.rowsTimer = window.setTimeout(() => {
      const wanted = [...waiting.rows]
      waiting.rows.clear()
      waiting.rowsTimer = 0
      if (wanted.length > singlyUpTo) void refetch()
      else void reread(wanted)
    }, gatherMs)
  }
  useEffect(() => {
    const waiting = due.current
    return () => {
      clearTimeout(waiting.rowsTimer)
      clearTimeout(waiting.listTimer)
      waiting.rowsTimer = 0
      waiting.listTimer = 0
    }
  }, [])
  useLive((event) => {
    if (event.type === 'orders' && event.platformId === platformId) relistSoon()
    if (event.type !== 'order' || event.platformId !== platformId) return
    const shown = rows?.find(({ OrderNo }) => OrderNo === event.orderNo)
    const statuses: readonly number[] = tabStatuses[tab]
    // A row in sight changes where it stands; only what enters or leaves asks for the whole list.
    if (shown && event.rowVersion > shown.rowVersion) rereadSoon(event.orderNo)
    else if (!shown && statuses.includes(event.status)) relistSoon()
  })

  return { query, rows, reread, labels: data?.configs, count: data?.count ?? 0 }
}

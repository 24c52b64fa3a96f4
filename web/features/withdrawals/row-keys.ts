import type { RefObject } from 'react'
import type { WithdrawalOrder } from '../../../contract/withdrawals.ts'
import type { Tab } from '../../../contract/withdrawals-states.ts'
import { useKeys } from '../../kit/keys.ts'
import { canDo, type Deed, type Reviewer } from './deeds.ts'

interface RowKeys {
  box: RefObject<HTMLElement | null>
  rows: readonly WithdrawalOrder[]
  current: string | undefined
  tab: Tab
  reviewer: Reviewer
  setCurrent: (orderNo: string | undefined) => void
  tick: (orderNo: string) => void
  act: (deed: Deed, order: WithdrawalOrder) => void
  toggleEvidence: () => void
  closeEvidence: () => boolean
  turn: (by: -1 | 1) => void
  leave: () => void
}

/** Brings a row into sight without moving more than needed. */
export function showRow(box: HTMLElement | null, orderNo: string | undefined): void {
  if (!orderNo) return
  box?.querySelector(`[data-row-key="${CSS.escape(orderNo)}"]`)?.scrollIntoView({ block: 'nearest' })
}

/** Keys of the review table. They act on the order number that is marked, never on a position. */
export function useRowKeys(keys: RowKeys): void {
  const { rows, current, tab, reviewer } = keys
  const order = rows.find(({ OrderNo }) => OrderNo === current)
  const move = (by: -1 | 1) => () => {
    const index = rows.findIndex(({ OrderNo }) => OrderNo === current)
    const next = index < 0 ? rows[by > 0 ? 0 : rows.length - 1] : (rows[index + by] ?? rows[index])
    keys.setCurrent(next?.OrderNo)
    showRow(keys.box.current, next?.OrderNo)
  }
  const doing = (deed: Deed) => () => {
    if (order && canDo(deed, order, tab, reviewer)) keys.act(deed, order)
  }
  const focus = (selector: string) => () => keys.box.current?.querySelector<HTMLElement>(selector)?.focus()
  useKeys({
    j: move(1),
    arrowdown: move(1),
    k: move(-1),
    arrowup: move(-1),
    enter: keys.toggleEvidence,
    x: () => current && keys.tick(current),
    l: doing('lock'),
    h: doing('hold'),
    s: doing('review'),
    r: doing('refuse'),
    m: doing('refuseDuty'),
    c: doing('confiscate'),
    u: doing('unlock'),
    y: doing('copy'),
    p: focus(`[data-row-key="${current ? CSS.escape(current) : ''}"] .pb-channel`),
    '/': focus('.pb-search input'),
    '[': () => keys.turn(-1),
    ']': () => keys.turn(1),
    escape: () => {
      if (!keys.closeEvidence()) keys.leave()
    },
  })
}

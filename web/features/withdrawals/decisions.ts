import { useRef, useState } from 'react'
import { assignRule } from '../../../contract/rules.ts'
import { type WithdrawalOrder, withdrawalMessages, withdrawals } from '../../../contract/withdrawals.ts'
import { attempt, call } from '../../kit/api.ts'
import { copyText } from '../../kit/CopyText.tsx'
import { kitWords } from '../../kit/kit-text.ts'
import { useMay } from '../../kit/may.ts'
import { refresh } from '../../kit/query.ts'
import { region } from '../../kit/region.ts'
import { useSay, useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { carryOut, type Given } from './carry-out.ts'
import type { Asked, Entered } from './DecisionDialog.tsx'
import { type Deed, leavesTab, wrongSelection } from './deeds.ts'
import type { Desk } from './desk.ts'
import { accountOf } from './destination.ts'
import { marksAfter, nextRow, type Outcome, ticksAfter } from './verdicts.ts'
import { reviewWords } from './words.ts'

interface Board {
  platformId: number
  desk: Omit<Desk, 'act' | 'labels'>
  rows: readonly WithdrawalOrder[]
  ticked: readonly string[]
  current: string | undefined
  setTicked: (orderNos: string[]) => void
  setCurrent: (orderNo: string | undefined) => void
  reread: (orderNos: readonly string[]) => Promise<readonly WithdrawalOrder[]>
  relist: () => Promise<unknown>
  showLog: (orderNo: string) => void
}

/** Everything a person does to orders: asked for, carried out, and its outcome brought back to rows, ticks and cursor. */
export function useDecisions(board: Board) {
  const { platformId, desk, rows } = board
  const { tab, history, choices, channels, reviewer } = desk
  const t = useText(reviewWords)
  const kit = useText(kitWords)
  const say = useSay()
  const assigns = useMay()(assignRule)
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const [marks, setMarks] = useState<ReadonlyMap<string, string>>(new Map())
  const [report, setReport] = useState<Outcome>()
  const busy = useRef(new Set<string>())

  const settle = (deed: Deed, outcome: Outcome, batch: boolean) => {
    const { ok, failed } = outcome
    setMarks((now) => marksAfter(now, outcome))
    board.setTicked(ticksAfter(board.ticked, outcome))
    setReport(batch && failed.length > 0 ? outcome : undefined)
    if (!history && board.current && ok.includes(board.current) && leavesTab(deed, tab)) {
      const shown = rows.map(({ OrderNo }) => OrderNo)
      board.setCurrent(nextRow(shown, board.current, new Set(ok)))
    }
    if (ok.length > 0 && failed.length === 0) toast.success(deed === 'lock' ? t.lockDone : t.done)
    const [first] = failed
    if (first && !batch) toast.error(first.message)
    // Nobody waits for the list to be read again: the next decision can begin.
    void Promise.all([
      board.relist(),
      refresh(withdrawals.counts),
      board.reread(failed.slice(0, 20).map(({ orderNo }) => orderNo)),
    ])
  }

  const decide = async (deed: Deed, orders: readonly WithdrawalOrder[], batch: boolean, given: Given) => {
    // A second press while the first is under way must not meet the order in its next state.
    const free = orders.filter(({ OrderNo }) => !busy.current.has(OrderNo))
    if (free.length === 0) return
    for (const { OrderNo } of free) busy.current.add(OrderNo)
    try {
      const outcome = await carryOut({
        deed,
        orders: free,
        platformId,
        tab,
        given,
        channelOf: ({ OrderNo }) => {
          const order = free.find((one) => one.OrderNo === OrderNo)
          return order && choices.of(order, channels)
        },
        rests: t.restsReviewed,
      })
      settle(deed, outcome, batch)
    } finally {
      for (const { OrderNo } of free) busy.current.delete(OrderNo)
    }
  }

  /** Changes of players leave orders where they are; their rows are read again. */
  const ofPlayers = async (work: Promise<unknown>, done: string | ((result: unknown) => string)) => {
    const result = await work
    toast.success(typeof done === 'string' ? done : done(result))
    await Promise.all([board.relist(), refresh(withdrawals.counts), refresh(withdrawals.autoPayoutList)])
  }

  const submit = async ({ deed, orders, batch }: Asked, entered: Entered): Promise<unknown> => {
    const players = [...new Set(orders.map(({ AccountID }) => AccountID))]
    const [roleId = ''] = players
    const quiet = { silent: true }
    if (deed === 'duty') {
      const params = { roleids: players, dm: (entered.dm ?? '').trim(), platformId }
      const counted = (result: unknown) => t.counted((result as { count: number }).count)
      return ofPlayers(call(withdrawals.turnoverDuty, params, quiet), counted)
    }
    if (deed === 'remark') {
      const params = { roleId, remark: entered.remark ?? '', platformId }
      return ofPlayers(call(withdrawals.remark, params, quiet), t.saveDone)
    }
    if (deed === 'mail') {
      const params = { roleId, content: entered.content ?? '', platformId }
      return ofPlayers(call(withdrawals.mail, params, quiet), t.mailDone)
    }
    const { channelId, nRequireMul, ...given } = entered
    if (batch && deed === 'review' && channelId === 0) {
      if (orders.some((order) => choices.of(order, channels) === undefined))
        return toast.warning(say(withdrawalMessages['withdrawals.channelNotSelected']))
    }
    return decide(deed, orders, batch, {
      ...given,
      ...(channelId ? { channelId } : {}),
      ...(nRequireMul ? { nRequireMul: nRequireMul.trim() } : {}),
    })
  }

  const flag = async (deed: 'autoAdd' | 'autoDel', orders: readonly WithdrawalOrder[]) => {
    const players = [...new Set(orders.map(({ AccountID }) => AccountID))]
    const adding = deed === 'autoAdd'
    const agreed = await ask({
      title: adding ? t.autoAddAsk(players[0] ?? '') : t.autoDelAsk(players.length),
      content: adding ? t.autoAddText : undefined,
      ok: t.deeds[deed],
      cancel: kit.cancel,
    })
    if (!agreed) return
    const endpoint = adding ? withdrawals.autoPayoutAdd : withdrawals.autoPayoutDel
    await ofPlayers(call(endpoint, { RoleID: players, platformId }), adding ? t.addDone : t.done)
    board.setTicked([])
  }

  const copy = async (order: WithdrawalOrder) => {
    const parts = [order.OrderNo, accountOf(order, region().callingCode), order.RealName]
    if (await copyText(parts.join('\t'))) toast.success(t.copied)
    else toast.error(kit.copyFailed)
  }

  /** Asks for, or does, one thing to these orders. */
  const start = async (deed: Deed, orders: readonly WithdrawalOrder[], batch: boolean): Promise<unknown> => {
    const [first] = orders
    if (!first) return toast.warning(t.noData)
    if (deed === 'copy') return copy(first)
    if (deed === 'log') return board.showLog(first.OrderNo)
    if (deed === 'reread') {
      const [read] = await board.reread([first.OrderNo])
      return read ? undefined : toast.warning(t.noData)
    }
    if (deed === 'autoAdd' || deed === 'autoDel') return flag(deed, orders)
    if (deed === 'hold' || (deed === 'lock' && !assigns && !batch)) return decide(deed, orders, batch, {})
    if (deed === 'review' && !batch && choices.of(first, channels) === undefined)
      return toast.warning(say(withdrawalMessages['withdrawals.channelNotSelected']))
    setAsked({ deed, orders, batch })
    setOpen(true)
    return undefined
  }

  return {
    asked,
    open,
    marks,
    report,
    assigns,
    me: reviewer.me,
    channel: asked?.orders[0] ? choices.of(asked.orders[0], channels) : undefined,
    submit,
    close: () => setOpen(false),
    dropReport: () => setReport(undefined),
    act: (deed: Deed, order: WithdrawalOrder) => void attempt(() => start(deed, [order], false)),
    batch: (deed: Deed, orders: readonly WithdrawalOrder[]) => {
      const wrong = wrongSelection(deed, orders, tab)
      if (wrong) return toast.warning(say(withdrawalMessages[wrong]))
      return start(deed, orders, true)
    },
  }
}

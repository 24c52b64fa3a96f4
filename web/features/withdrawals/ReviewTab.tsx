import { ExportOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import type { WithdrawalOrder } from '../../../contract/withdrawals.ts'
import type { Tab } from '../../../contract/withdrawals-states.ts'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { Pager } from '../../kit/list/Pager.tsx'
import { useListPlace } from '../../kit/list/place.ts'
import { SearchBar } from '../../kit/list/SearchBar.tsx'
import { Toolbar } from '../../kit/list/Toolbar.tsx'
import type { ToolbarAction, Values } from '../../kit/list/types.ts'
import { useStable } from '../../kit/stable.ts'
import { useText } from '../../kit/text.ts'
import { reviewColumns } from './columns.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import { useDecisions } from './decisions.ts'
import type { Deed, Reviewer } from './deeds.ts'
import { type Choices, type Desk, DeskContext, MarksContext, noLabels, type PayoutChannel } from './desk.ts'
import { EvidenceCard } from './EvidenceCard.tsx'
import { exportOrders } from './export.ts'
import { type FilterFacts, reviewFilters } from './filters.ts'
import { listParams, useOrders } from './orders.ts'
import { PayLogDialog } from './PayLogDialog.tsx'
import { useRowKeys } from './row-keys.ts'
import { reviewWords } from './words.ts'

const limit = 20
const batchDeeds: Record<Tab, readonly Exclude<Deed, 'hold' | 'unlock'>[]> = {
  1: ['lock', 'review', 'refuse', 'confiscate', 'refuseDuty', 'duty'],
  2: ['refuse', 'confiscate', 'refuseDuty'],
  3: ['autoDel'],
}
const dangerous: readonly Deed[] = ['confiscate']
const noRows: readonly WithdrawalOrder[] = []
const keyOf = ({ OrderNo }: WithdrawalOrder) => OrderNo

interface ReviewTabProps {
  platformId: number
  tab: Tab
  reviewer: Reviewer
  channels: readonly PayoutChannel[]
  choices: Choices
  facts: Omit<FilterFacts, 'labels'>
  /** What it is searched by when it opens, in every status. */
  find: Values
  leave: () => void
}

/** One tab of the review: its own search, table, ticks and pages. */
export function ReviewTab(props: ReviewTabProps) {
  const { platformId, tab, reviewer, channels, choices, facts, leave } = props
  const t = useText(reviewWords)
  const box = useRef<HTMLDivElement>(null)
  const { place, move, defaults } = useListPlace({
    defaults: {},
    limit,
    inUrl: false,
    ...(Object.keys(props.find).length > 0 ? { start: { ...props.find, allStatus: '1' } } : {}),
  })
  const [current, setCurrent] = useState<string>()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [evidence, setEvidence] = useState(false)
  const [logOf, setLogOf] = useState<string>()
  const { query, rows, reread, labels = noLabels, count } = useOrders({ platformId, tab, place, current })
  const history = place.values['allStatus'] === '1'
  const shown = rows ?? noRows
  // Ticks on rows that left the list are no ticks.
  const ticked = useMemo(() => {
    const wanted = new Set(picked)
    return shown.filter(({ OrderNo }) => wanted.has(OrderNo))
  }, [shown, picked])

  const base = { tab, history, reviewer, channels, choices }
  const decisions = useDecisions({
    platformId,
    desk: base,
    rows: shown,
    ticked: picked,
    current,
    setTicked: setPicked,
    setCurrent,
    reread,
    relist: query.refetch,
    showLog: setLogOf,
  })
  const act = useStable(decisions.act)
  const desk = useMemo<Desk>(
    () => ({ tab, history, reviewer, labels, channels, choices, act }),
    [tab, history, reviewer, labels, channels, choices, act],
  )
  const columns = useMemo(() => reviewColumns(t), [t])
  const order = shown.find(({ OrderNo }) => OrderNo === current)

  const tick = (orderNo: string) =>
    setPicked(picked.includes(orderNo) ? picked.filter((one) => one !== orderNo) : [...picked, orderNo])
  const turn = (change: Parameters<typeof move>[0]) => {
    setCurrent(undefined)
    setPicked([])
    move(change)
  }
  const search = (values: Values) => {
    if (JSON.stringify(values) === JSON.stringify(place.values) && place.page === 1) void query.refetch()
    else turn({ values })
  }
  useRowKeys({
    box,
    rows: shown,
    current,
    tab,
    reviewer,
    setCurrent,
    tick,
    act,
    toggleEvidence: () => setEvidence(order !== undefined && !evidence),
    closeEvidence: () => {
      if (evidence) setEvidence(false)
      return evidence
    },
    turn: (by) => {
      const page = place.page + by
      if (page >= 1 && (page - 1) * place.limit < count) turn({ page })
    },
    leave,
  })
  // The first row is where the keyboard starts.
  const first = shown[0]?.OrderNo
  if (!current && first && !query.isPlaceholderData) setCurrent(first)

  const clicked = (event: MouseEvent) => {
    const key = (event.target as Element).closest('[data-row-key]')?.getAttribute('data-row-key')
    if (key) setCurrent(key)
  }
  // From the search bar back to the table's keys.
  const escaped = (event: KeyboardEvent) => {
    const field = event.target as HTMLElement
    if (event.key !== 'Escape' || field.tagName !== 'INPUT' || !field.closest('.pb-search')) return
    event.preventDefault()
    field.blur()
  }
  const actions: ToolbarAction<WithdrawalOrder>[] = [
    ...batchDeeds[tab]
      .filter((deed) => reviewer.may(deed))
      .map((deed) => ({
        key: deed,
        label: t.batch[deed as keyof typeof t.batch],
        danger: dangerous.includes(deed),
        run: () => decisions.batch(deed, ticked) as Promise<unknown>,
      })),
    {
      key: 'export',
      label: t.export,
      icon: <ExportOutlined />,
      run: () => exportOrders(listParams({ platformId, tab, place }), t),
    },
  ]
  const failed = query.isError
  return (
    <DeskContext value={desk}>
      <MarksContext value={decisions.marks}>
        <div className="pb-review-tab" ref={box}>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a click only marks the row, as the keys do */}
          <div className="pb-list" onClick={clicked} onKeyDown={escaped}>
            <SearchBar
              filters={reviewFilters(t, { ...facts, labels })}
              values={place.values}
              defaults={defaults}
              search={search}
              visible={5}
              loading={query.isFetching && query.isPlaceholderData}
            />
            <Toolbar
              id={`withdrawals.review.${tab}`}
              actions={actions}
              chosen={{
                rows: ticked,
                keys: ticked.map(keyOf),
                clear: () => setPicked([]),
                refresh: () => void query.refetch(),
              }}
              columns={columns}
              units={{}}
              fetching={query.isFetching}
            />
            {decisions.report && <Report outcome={decisions.report} close={decisions.dropReport} />}
            <DataTable<WithdrawalOrder>
              id={`withdrawals.review.${tab}`}
              columns={columns}
              rows={failed ? undefined : rows}
              rowKey={keyOf}
              loading={query.isLoading || query.isPlaceholderData}
              error={query.error}
              retry={() => void query.refetch()}
              filtered={Object.keys(place.values).length > 0}
              reset={() => search({})}
              place={place}
              sort={(orderBy, orderType) => turn({ orderBy, orderType })}
              selected={ticked.map(keyOf)}
              select={setPicked}
              current={current}
              openRow={() => setEvidence(true)}
              rowTone={({ OrderNo }) => (decisions.marks.has(OrderNo) ? 'bad' : '')}
            />
            <div className="pb-list-foot">
              <Pager count={count} place={place} move={turn} usual={limit} />
            </div>
          </div>
          {evidence && order && (
            <EvidenceCard platformId={platformId} order={order} close={() => setEvidence(false)} />
          )}
          <span className="pb-sr" role="status">
            {order &&
              t.position(
                shown.indexOf(order) + 1,
                shown.length,
                order.OrderNo,
                labels.orderStatus[order.status] ?? String(order.status),
              )}
          </span>
          {decisions.asked && (
            <DecisionDialog
              asked={decisions.asked}
              open={decisions.open}
              platformId={platformId}
              me={decisions.me}
              assigns={decisions.assigns}
              channels={channels}
              channel={decisions.channel}
              submit={decisions.submit}
              close={decisions.close}
            />
          )}
          <PayLogDialog platformId={platformId} orderNo={logOf} close={() => setLogOf(undefined)} />
        </div>
      </MarksContext>
    </DeskContext>
  )
}

function Report({
  outcome: { ok, failed },
  close,
}: {
  outcome: { ok: readonly string[]; failed: readonly { orderNo: string; message: string }[] }
  close: () => void
}) {
  const t = useText(reviewWords)
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      closable={{ onClose: close }}
      title={ok.length > 0 ? t.report(ok.length, failed.length) : t.reportNone(failed.length)}
      description={
        <ul className="pb-report">
          {failed.map(({ orderNo, message }) => (
            <li key={orderNo}>
              <strong>{orderNo}</strong> {message}
            </li>
          ))}
        </ul>
      }
    />
  )
}

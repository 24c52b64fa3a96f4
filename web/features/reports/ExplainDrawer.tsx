import { Alert, Table } from 'antd'
import { useState } from 'react'
import { reports } from '../../../contract/reports.ts'
import type { Explanation } from '../../../contract/reports-explain.ts'
import type { Explainable } from '../../../contract/reports-rows.ts'
import { figure } from '../../kit/figures.ts'
import { ListState } from '../../kit/list/ListState.tsx'
import { Money } from '../../kit/Money.tsx'
import { useMay } from '../../kit/may.ts'
import { PageDrawer } from '../../kit/PageDrawer.tsx'
import { useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import { ApiFeeDialog, EnteredFees } from './ApiFees.tsx'
import type { Row } from './definitions.ts'
import { reportWords } from './words.ts'

/** Which figure of which row is asked about; without days everything since launch. */
export interface Explained {
  row: Row
  field: Explainable
  start?: string
  end?: string
  /** Only what was known at the end of this day. */
  knownAt?: string
}

/** How a figure came about: its formula, the days and rates it is made of, worked out anew by the same rules. */
export function ExplainDrawer({ explained, close }: { explained: Explained | undefined; close: () => void }) {
  const t = useText(reportWords)
  return (
    <PageDrawer
      open={explained !== undefined}
      onClose={close}
      size={920}
      title={
        explained &&
        t.explainTitle(t.figures[explained.field], explained.row.channel_account, explained.row.platform_name)
      }
    >
      {explained && <Content {...explained} />}
    </PageDrawer>
  )
}

function Content({ row, field, start, end, knownAt }: Explained) {
  const t = useText(reportWords)
  const may = useMay()
  const [entering, setEntering] = useState<string>()
  const query = useCall(
    reports.explain,
    {
      field,
      platform_id: row.platform_id,
      account_id: row.account_id,
      ...(start ? { start } : {}),
      ...(end ? { end } : {}),
      ...(knownAt ? { known_at: knownAt } : {}),
    },
    { silent: true, staleMs: 0 },
  )
  if (!query.data) {
    return query.isError ? (
      <ListState error={query.error} filtered={false} retry={() => void query.refetch()} />
    ) : (
      <div className="pb-state" aria-busy />
    )
  }
  const { kept, anew, equal, days, count, corrections, settled } = query.data
  // What is read as known then is not changed from there.
  const enter = may(reports.apiFeeSet) && !knownAt ? setEntering : undefined
  return (
    <>
      {knownAt && <Alert type="info" showIcon title={t.knownAtNote(knownAt)} />}
      <dl className="pb-explain-head">
        <dt>{t.formula}</dt>
        <dd>{t.formulas[field]}</dd>
        <dt>{t.kept}</dt>
        <dd>
          <Money plain={kept} digits={3} signed strong />
        </dd>
        <dt>{t.anew}</dt>
        <dd>
          <Money plain={anew} digits={3} signed strong />
        </dd>
        {field === 'UnSettleAmount' && (
          <>
            <dt>{t.settled}</dt>
            <dd>
              <Money plain={settled} digits={3} />
            </dd>
          </>
        )}
      </dl>
      <Alert showIcon type={equal ? 'success' : 'error'} title={equal ? t.equal : t.differs} />
      <p className="pb-note-line">{t.explainDays(days.length, count)}</p>
      <Days days={days} enter={enter} />
      {corrections.length > 0 && <Corrections corrections={corrections} />}
      {may(reports.apiFees) && <EnteredFees row={row} />}
      <ApiFeeDialog row={row} day={entering} close={() => setEntering(undefined)} />
    </>
  )
}

const money = (value: number) => <Money plain={value} digits={2} />
const signed = (value: number) => <Money plain={value} signed />
const points = (value: number) => figure(value, 'percent')

interface DaysProps {
  days: Explanation['days']
  /** Opens the entering of a fee for a day. */
  enter: ((day: string) => void) | undefined
}

function Days({ days, enter }: DaysProps) {
  const t = useText(reportWords)
  return (
    <Table
      size="small"
      rowKey="day"
      dataSource={days}
      pagination={days.length > 31 ? { pageSize: 31, showSizeChanger: false } : false}
      scroll={{ x: 1000 }}
      locale={{ emptyText: t.noDays }}
      expandable={{
        rowExpandable: ({ apis }) => apis.length > 0,
        expandedRowRender: ({ apis }) => (
          <ul>
            {apis.map((api) => (
              <li key={api.api_id}>
                {api.name}: {figure(api.amount, 'plain')} × {points(api.point)}
              </li>
            ))}
          </ul>
        ),
      }}
      columns={[
        {
          title: t.day,
          dataIndex: 'day',
          width: 130,
          fixed: 'start',
          render: (day: string, { restated }) => (
            <>
              {day}{' '}
              {restated && (
                <span className="pb-quiet" title={t.restatedHint}>
                  {t.restated}
                </span>
              )}
            </>
          ),
        },
        { title: t.figures.Deposit, dataIndex: 'Deposit', width: 124, align: 'right', render: money },
        { title: t.figures.Withdraw, dataIndex: 'Withdraw', width: 124, align: 'right', render: money },
        {
          title: t.points,
          width: 140,
          align: 'right',
          render: (_, day) => `${points(day.passage_point)} / ${points(day.dividend_point)}`,
        },
        {
          title: t.figures.PassageFee,
          dataIndex: 'PassageFee',
          align: 'right',
          render: (fee: number, { payout_point: payout }) => (
            <span {...(payout ? { title: t.payoutHint(points(payout)) } : {})}>
              {money(fee)}
              {payout > 0 && <div className="pb-quiet">{t.payoutHint(points(payout))}</div>}
            </span>
          ),
        },
        { title: t.figures.PlatformWinLose, dataIndex: 'PlatformWinLose', align: 'right', render: signed },
        {
          title: t.figures.RealApiFee,
          dataIndex: 'RealApiFee',
          align: 'right',
          render: (fee: number, { manual_fee: manual }) => (
            <>
              {money(fee)}
              {manual !== null && <div className="pb-quiet">{t.byHand}</div>}
            </>
          ),
        },
        { title: t.figures.RealIncome, dataIndex: 'RealIncome', align: 'right', render: signed },
        { title: t.figures.RealProfit, dataIndex: 'RealProfit', align: 'right', render: signed },
        ...(enter
          ? [
              {
                key: 'enter',
                width: 110,
                render: (_: unknown, { day }: { day: string }) => (
                  <button type="button" className="pb-act" onClick={() => enter(day)}>
                    {t.enterFee}
                  </button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function Corrections({ corrections }: { corrections: Explanation['corrections'] }) {
  const t = useText(reportWords)
  return (
    <>
      <h4>{t.corrections}</h4>
      <p className="pb-note-line">{t.correctionsNote}</p>
      <Table
        size="small"
        rowKey={(line) => [line.booked_day, line.origin_day, line.at].join(' ')}
        dataSource={corrections}
        pagination={false}
        columns={[
          { title: t.bookedDay, dataIndex: 'booked_day' },
          { title: t.originDay, dataIndex: 'origin_day' },
          { title: t.figures.Deposit, dataIndex: 'Deposit', align: 'right', render: signed },
          { title: t.figures.Withdraw, dataIndex: 'Withdraw', align: 'right', render: signed },
          { title: t.figures.RealApiFee, dataIndex: 'RealApiFee', align: 'right', render: signed },
          { title: t.figures.RealProfit, dataIndex: 'RealProfit', align: 'right', render: signed },
          { title: t.at, dataIndex: 'at', render: (at: string) => <When at={at} /> },
        ]}
      />
    </>
  )
}

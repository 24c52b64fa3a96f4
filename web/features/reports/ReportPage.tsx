import './reports.css'
import { CopyOutlined, DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { type ComponentType, type ReactNode, useState } from 'react'
import { type Level, reports } from '../../../contract/reports.ts'
import type { Explainable } from '../../../contract/reports-rows.ts'
import { call } from '../../kit/api.ts'
import { useCopy } from '../../kit/CopyText.tsx'
import { rawFigure } from '../../kit/figures.ts'
import { followTask } from '../../kit/follow-task.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { QuickRanges } from '../../kit/list/QuickRanges.tsx'
import { dayValues, thisMonth } from '../../kit/list/ranges.ts'
import type { Chosen, Column, ToolbarAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { usePage } from '../../kit/page.tsx'
import { refresh } from '../../kit/query.ts'
import { type Texts, useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { Chain, Day, figureColumns } from './columns.tsx'
import { callOf, figuresOf, type ReportGrain, type Row } from './definitions.ts'
import { ExplainDrawer, type Explained } from './ExplainDrawer.tsx'
import { filtersOf } from './filters.ts'
import { PlatformPicker } from './PlatformPicker.tsx'
import { KnownAt, Totals } from './Totals.tsx'
import type { zh } from './text.zh.ts'
import { reportWords } from './words.ts'

/** What another feature adds to a settlement summary: it draws the page with its actions on ticked rows. */
export type SettleSlot = ComponentType<{
  level: Level
  refreshList: () => void
  children: (actions: readonly ToolbarAction<Row>[]) => ReactNode
}>

interface ReportPageProps {
  level: Level
  grain: ReportGrain
  more?: readonly ToolbarAction<Row>[]
}

const ranges = { daily: ['start', 'end'], settle: ['startTime', 'endTime'] } as const

/** A settlement summary with what settlement adds to it. */
export function SettleReportPage({ level, Slot }: { level: Level; Slot: SettleSlot }) {
  return (
    <Slot level={level} refreshList={() => void refresh(callOf(level, 'settle'))}>
      {(actions) => <ReportPage level={level} grain="settle" more={actions} />}
    </Slot>
  )
}

const none: readonly ToolbarAction<Row>[] = []

/** Any report of any level: filters, totals over all that is filtered, rows, and where each figure comes from. */
export function ReportPage({ level, grain, more = none }: ReportPageProps) {
  const t = useText(reportWords)
  const kit = useText(kitWords)
  const may = useMay()
  const { search } = usePage()
  const [explained, setExplained] = useState<Explained>()
  const source = callOf(level, grain)
  const tools = useTools(level, grain)
  const figures = figuresOf(level, grain)
  const settles = grain === 'settle'
  const range = grain === 'daily' || settles ? ranges[grain] : undefined
  const usual = settles ? 'last7' : 'last20'
  const knownAt = range ? (new URLSearchParams(search).get('known_at') ?? '') : ''
  const explain = may(reports.explain)
    ? (row: Row, field: Explainable) =>
        setExplained({ row, field, ...daysOf(grain, row, search), ...(knownAt ? { knownAt } : {}) })
    : undefined
  const columns: Column<Row>[] = [
    ...(grain === 'daily'
      ? [
          {
            key: 'day' as const,
            title: t.day,
            width: 115,
            sort: true,
            pin: 'left' as const,
            cell: (row: Row) => <Day row={row} t={t} />,
            text: (row: Row) => row.day,
          },
        ]
      : []),
    ...(grain === 'monthly'
      ? [{ key: 'month' as const, title: t.month, width: 100, sort: true, pin: 'left' as const }]
      : []),
    { key: 'platform_name', title: t.platform, width: 120 },
    { key: 'platform_remark', title: t.remark, width: 110 },
    { key: 'channel_account', title: t.account[level], width: 140, copy: true },
    { key: 'ProxyId', title: t.proxyId[level], width: 110 },
    ...(level === 'channel'
      ? []
      : [
          {
            key: 'proxyInfo' as const,
            title: t.chain,
            width: 240,
            cell: (row: Row) => <Chain of={row.proxyInfo} t={t} />,
            text: (row: Row) => chainText(row),
          },
        ]),
    ...figureColumns(t, figures, explain),
  ]
  return (
    <>
      <ListPage
        source={source}
        tableId={`reports.${level}.${grain}`}
        columns={columns}
        rowKey={(row) => [row.day, row.month, row.platform_id, row.account_id].join(' ')}
        limit={settles ? 50 : 20}
        defaults={{
          ...(range ? dayValues(usual, range) : {}),
          ...(grain === 'monthly' ? { start: thisMonth(), end: thisMonth() } : {}),
          ...(level === 'channel' ? {} : { accountLevel: '1' }),
        }}
        {...(level === 'channel' ? {} : { empty: kit.noneOnLevel })}
        filters={(data, values) => filtersOf(t, { level, grain, data, values })}
        totals
        selectable={settles || grain === 'monthly'}
        actions={[...more, ...tools]}
        {...(settles && may(reports[`${level}Repair`])
          ? {
              rowActions: (row: Row) => [
                { key: 'repair', label: t.repair, run: () => repair(level, [row], t) },
              ],
            }
          : {})}
        extra={() => (
          <>
            {range && <QuickRanges names={[range[0], range[1]]} usual={usual} />}
            {settles && <PlatformPicker source={source} />}
          </>
        )}
        summary={(data) => (
          <>
            {knownAt && <KnownAt day={knownAt} />}
            <Totals
              figures={figures}
              data={data}
              note={grain === 'summary' ? t.since : undefined}
              unsettled={settles}
            />
          </>
        )}
      />
      <ExplainDrawer explained={explained} close={() => setExplained(undefined)} />
    </>
  )
}

/** Days a row's figures are of, as the explanation is asked for. */
function daysOf(grain: ReportGrain, row: Row, search: string): { start?: string; end?: string } {
  if (grain === 'daily') return { start: row.day, end: row.day }
  if (grain === 'monthly') {
    const [year = 0, month = 1] = row.month.split('-').map(Number)
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return { start: `${row.month}-01`, end: `${row.month}-${last}` }
  }
  if (grain === 'summary') return {}
  const given = new URLSearchParams(search)
  const usual = dayValues('last7', ['startTime', 'endTime'])
  return { start: given.get('startTime') ?? usual.startTime, end: given.get('endTime') ?? usual.endTime }
}

const chainText = ({ proxyInfo }: Row) =>
  [proxyInfo.channel, proxyInfo.subChannel, proxyInfo.salesman]
    .filter(({ Account }) => Account !== '')
    .map(({ RoleId, Account }) => `${Account} ${RoleId}`.trim())
    .join(' / ')

type Words = Texts<typeof zh>

async function repair(level: Level, rows: readonly Row[], t: Words): Promise<void> {
  const { taskId, msg } = await call(reports[`${level}Repair`], {
    platform_id: rows.map((row) => row.platform_id),
    ProxyId: rows.map((row) => row.ProxyId),
    channel_account: rows.map((row) => row.channel_account),
  })
  if (!taskId) return toast.error(t.repairFailed)
  followTask(taskId)
  toast.success(msg)
  await refresh(reports[`${level}Settle`])
}

/** Copy, repair and export, as far as the report has them and the caller may. */
function useTools(level: Level, grain: ReportGrain): ToolbarAction<Row>[] {
  const t = useText(reportWords)
  const kit = useText(kitWords)
  const may = useMay()
  const copy = useCopy()
  const { search } = usePage()
  if (grain !== 'settle' && grain !== 'monthly') return []
  const figures = figuresOf(level, grain)
  const copyRows = ({ rows }: Chosen<Row>) => {
    const head = [
      t.platform,
      t.remark,
      t.account[level],
      t.proxyId[level],
      ...figures.map((name) => t.figures[name]),
    ]
    const lines = rows.map((row) =>
      [
        row.platform_name,
        row.platform_remark,
        row.channel_account,
        row.ProxyId,
        ...figures.map((name) => rawFigure(row[name], 'plain')),
      ].join('\t'),
    )
    return copy([head.join('\t'), ...lines].join('\n'))
  }
  const copying: ToolbarAction<Row> = {
    key: 'copy',
    label: t.copy,
    icon: <CopyOutlined />,
    needsRows: true,
    run: copyRows,
  }
  if (grain === 'monthly') return [copying]
  const repairAll = async ({ rows, clear }: Chosen<Row>) => {
    if (!(await ask({ title: t.repairAsk(rows.length), ok: kit.ok, cancel: kit.cancel }))) return
    await repair(level, rows, t)
    clear()
  }
  const exportAll = async () => {
    const usual = {
      ...dayValues('last7', ['startTime', 'endTime']),
      ...(level === 'channel' ? {} : { accountLevel: '1' }),
    }
    const values = { ...usual, ...Object.fromEntries(new URLSearchParams(search)) }
    const { taskId } = (await call(callOf(level, 'settle'), {
      ...values,
      event: 'asyncexport',
    } as never)) as { taskId?: string }
    if (!taskId) return toast.error(t.exportFailed)
    followTask(taskId)
    toast.success(t.exportSubmitted)
  }
  return [
    copying,
    ...(may(reports[`${level}Repair`])
      ? [{ key: 'repair', label: t.repairBatch, icon: <ReloadOutlined />, needsRows: true, run: repairAll }]
      : []),
    { key: 'export', label: t.export, icon: <DownloadOutlined />, run: exportAll },
  ]
}

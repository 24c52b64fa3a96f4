import './list.css'
import { Table, type TableProps } from 'antd'
import { type CSSProperties, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { kitWords } from '../kit-text.ts'
import { sizes } from '../sizes.ts'
import { useStored } from '../stored.ts'
import { useText } from '../text.ts'
import { useCellCopy } from './CellCopy.tsx'
import { useTableSettings } from './ColumnSettings.tsx'
import { scroller, tellCut } from './cells.ts'
import { antdColumns, arrange, defaultWidth, type Units } from './columns.tsx'
import { useActionsWidth, useHeight } from './height.ts'
import { ListState } from './ListState.tsx'
import { RowActions } from './RowActions.tsx'
import { TotalsRow } from './totals.tsx'
import type { Column, ListPlace, RowAction } from './types.ts'

export interface DataTableProps<R> {
  /** Names the table in the person's column settings. */
  id: string
  columns: readonly Column<R>[]
  units?: Units
  rows: readonly R[] | undefined
  rowKey: (row: R) => string
  loading?: boolean
  error?: Error | null
  retry?: () => void
  filtered?: boolean
  reset?: () => void
  empty?: string
  place?: Pick<ListPlace, 'orderBy' | 'orderType'>
  sort?: (orderBy: string, orderType: ListPlace['orderType']) => void
  selected?: readonly string[]
  select?: (keys: string[]) => void
  selectable?: (row: R) => boolean
  /** One row at a time is current: marked, and moved by keys. */
  current?: string | undefined
  openRow?: ((row: R) => void) | undefined
  rowTone?: ((row: R) => '' | 'warn' | 'bad' | 'quiet') | undefined
  rowActions?: ((row: R) => readonly RowAction[]) | undefined
  /** Width of the actions until the first rows are there and can be measured. */
  actionsWidth?: number | undefined
  /** A totals row: the page's own sums, or what the server sent. */
  totals?: boolean | Readonly<Record<string, string | number | null>>
  /** Fixed height of the body; without it the table fills what is left of the page. */
  bodyHeight?: number
}

const tickWidth = 44
/** What pinned columns may take of a table's width; the rest is for what is looked at. */
const mostPinned = 0.6

/**
 * The first rows of a table are drawn in slices between which the page stays at one's service: a wide table takes longer
 * than a keystroke may wait. Later rows come at once.
 */
function useFirstRows<R>(given: readonly R[] | undefined, isLoading: boolean) {
  const hasRows = given !== undefined
  const isDrawn = useDeferredValue(hasRows)
  return { rows: isDrawn ? given : undefined, loading: isLoading || (hasRows && !isDrawn) }
}

/** The one table of the console: header in sight, columns as the person arranged them, only visible rows drawn. */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { units = {}, rowActions, select, totals } = props
  const { rows, loading } = useFirstRows(props.rows, props.loading ?? false)
  const t = useText(kitWords)
  const box = useRef<HTMLDivElement>(null)
  const { width: boxWidth, bodyHeight } = useHeight(box, totals ? 40 : 0)
  const settings = useTableSettings(props.id)
  const dense = useStored('dense') ?? true
  const columns = useMemo(() => arrange(props.columns, settings), [props.columns, settings])
  const actionsWidth = useActionsWidth(box, props.actionsWidth ?? 200, rows, rowActions)
  const virtual = (rows?.length ?? 0) > sizes.virtualFrom
  const width =
    columns.reduce((sum, column) => sum + (column.width ?? defaultWidth), 0) +
    (rowActions ? actionsWidth : 0) +
    (select ? tickWidth : 0)
  const pinned =
    columns.reduce((sum, column) => sum + (column.pin ? (column.width ?? defaultWidth) : 0), 0) +
    (rowActions ? actionsWidth : 0) +
    (select ? tickWidth : 0)
  const roomy = boxWidth === 0 || pinned < boxWidth * mostPinned
  const pinsActions = roomy && (boxWidth === 0 || boxWidth > sizes.narrowPx)
  const shown = useMemo<NonNullable<TableProps<R>['columns']>>(() => {
    const loose = ({ pin, ...column }: Column<R>) =>
      pin === 'right' ? column : { ...column, ...(pin ? { pin } : {}) }
    const own = antdColumns(roomy ? columns : columns.map(loose), units, props.place)
    if (!rowActions) return own
    return [
      ...own,
      {
        key: '_actions',
        title: t.operations,
        width: actionsWidth,
        // Where there is no room a pinned column would cover what it belongs to.
        ...(pinsActions ? { fixed: 'end' as const } : {}),
        render: (_, row) => <RowActions actions={rowActions(row)} />,
      },
    ]
  }, [columns, units, props.place, rowActions, actionsWidth, roomy, pinsActions, t])
  useEffect(() => {
    // What scrolls is reached by the keyboard, also while no row in it can be.
    box.current?.querySelector(scroller)?.setAttribute('tabindex', '0')
  })
  const copying = useCellCopy({
    box,
    columns,
    rows,
    rowKey: props.rowKey,
    units,
    lead: select ? 1 : 0,
    // Where one row is current, arrow keys move it.
    arrows: props.current === undefined && !props.openRow,
  })
  const height = props.bodyHeight ?? bodyHeight
  const sums = typeof totals === 'object' ? totals : undefined
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the cells in it
    <div
      ref={box}
      className="pb-table"
      style={{ '--pb-body': `${height}px` } as CSSProperties}
      onKeyDown={copying.onKeyDown}
      onContextMenu={copying.onContextMenu}
      onPointerOver={(event) => tellCut(box.current, event.target)}
    >
      {copying.menu}
      <Table<R>
        columns={shown}
        dataSource={rows ?? []}
        rowKey={props.rowKey}
        size={dense ? 'small' : 'middle'}
        loading={loading ? { delay: 150 } : false}
        pagination={false}
        virtual={virtual}
        // A virtual table needs numbers; it also may not be narrower than its box, or its columns do not fill it.
        scroll={{ x: Math.max(width, virtual ? boxWidth : 0), y: height }}
        rowClassName={(row) => {
          const tone = props.rowTone?.(row)
          return `${tone ? `pb-row-${tone}` : ''}${props.rowKey(row) === props.current ? ' pb-row-current' : ''}`
        }}
        {...(props.openRow ? { onRow: (row: R) => ({ onDoubleClick: () => props.openRow?.(row) }) } : {})}
        locale={{
          emptyText: loading ? (
            <div className="pb-state" />
          ) : (
            <ListState
              error={props.error ?? null}
              filtered={props.filtered ?? false}
              retry={props.retry ?? (() => {})}
              reset={props.reset}
              empty={props.empty}
            />
          ),
        }}
        onChange={(_, __, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter
          const field = one?.order ? String(one.field) : ''
          props.sort?.(field, one?.order === 'ascend' ? 'asc' : one?.order === 'descend' ? 'desc' : '')
        }}
        {...(select
          ? {
              rowSelection: {
                columnWidth: tickWidth,
                fixed: true,
                selectedRowKeys: [...(props.selected ?? [])],
                onChange: (keys) => select(keys.map(String)),
                getCheckboxProps: (row) => ({ disabled: props.selectable ? !props.selectable(row) : false }),
              },
            }
          : {})}
        {...(totals && rows && rows.length > 0
          ? {
              // antd keeps the row in sight only if it meets its own Summary here.
              summary: (data: readonly R[]) => (
                <Table.Summary fixed>
                  <TotalsRow
                    columns={columns}
                    rows={data}
                    units={units}
                    label={t.pageTotal}
                    lead={select ? 1 : 0}
                    trail={rowActions ? 1 : 0}
                    {...(sums ? { totals: sums } : {})}
                  />
                </Table.Summary>
              ),
            }
          : {})}
      />
    </div>
  )
}

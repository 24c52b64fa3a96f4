import './list.css'
import { type ReactNode, useMemo, useState } from 'react'
import type { CallOf, Endpoint, ResultOf } from '../../../contract/kit/endpoint.ts'
import { useCall } from '../query.ts'
import { unitsOfList } from './columns.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { Pager } from './Pager.tsx'
import { useListPlace } from './place.ts'
import { SearchBar } from './SearchBar.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { Chosen, Column, Filter, ParamName, RowAction, RowOf, ToolbarAction, Values } from './types.ts'
import { Views } from './Views.tsx'

const none: Values = {}

export interface ListPageProps<E extends Endpoint> {
  source: E
  columns: readonly Column<RowOf<E>>[]
  rowKey: (row: RowOf<E>) => string
  /** Fields of the search bar; a function gets the newest answer, whose configs hold options. */
  filters?: readonly Filter<E>[] | ((data: ResultOf<E> | undefined, values: Values) => readonly Filter<E>[])
  defaults?: Partial<Record<ParamName<E>, string>>
  /** Filters shown before "more filters". */
  visibleFilters?: number
  /** Parameters that always go along. */
  params?: Partial<CallOf<E>>
  limit?: number
  /** Sizes to choose from, where the page has its own. */
  limits?: readonly number[]
  enabled?: boolean
  silent?: boolean
  /** Asks again every so many milliseconds while the page is visible. */
  everyMs?: number
  tableId?: string
  /** false in dialogs and second lists: the place is not kept in the page's address. */
  inUrl?: boolean
  prefix?: string
  actions?: readonly ToolbarAction<RowOf<E>>[]
  rowActions?: (row: RowOf<E>) => readonly RowAction[]
  actionsWidth?: number
  /** Tick boxes; also given by any action that needs rows. */
  selectable?: boolean | ((row: RowOf<E>) => boolean)
  /**
   * What stands between the search bar and the table: totals, tabs, notes. Without data while the first answer is awaited,
   * so that nothing moves when it comes.
   */
  summary?: (data: ResultOf<E> | undefined) => ReactNode
  /** Beside the toolbar's actions. */
  extra?: (chosen: Chosen<RowOf<E>>) => ReactNode
  totals?: boolean | ((data: ResultOf<E>) => Readonly<Record<string, string | number | null>>)
  empty?: string
  rowTone?: DataTableProps<RowOf<E>>['rowTone']
  current?: string
  openRow?: (row: RowOf<E>) => void
  bodyHeight?: number
}

/** A list: search bar, totals, toolbar, table, pager; place in the address, answers from the server. */
export function ListPage<E extends Endpoint>(props: ListPageProps<E>) {
  type R = RowOf<E>
  const { source, limit = 20, defaults = none as NonNullable<typeof props.defaults>, inUrl = true } = props
  const {
    place,
    move,
    defaults: known,
    saved,
    restore,
  } = useListPlace({
    defaults: defaults as Values,
    limit,
    inUrl,
    ...(props.prefix ? { prefix: props.prefix } : {}),
  })
  const [picked, setPicked] = useState<readonly string[]>([])
  const { page, orderBy, orderType, values } = place
  const query = useCall(
    source,
    // Filter values are already what the wire wants, and the encoder leaves text as it is.
    { ...values, ...props.params, page, limit: place.limit, orderBy, orderType } as unknown as CallOf<E>,
    {
      enabled: props.enabled ?? true,
      silent: props.silent ?? false,
      keep: true,
      ...(props.everyMs ? { everyMs: props.everyMs } : {}),
    },
  )
  const data = query.isError ? undefined : query.data
  const rows = (data as { list?: R[] } | undefined)?.list
  const units = useMemo(() => unitsOfList(source), [source])
  const filters =
    typeof props.filters === 'function' ? props.filters(query.data, values) : (props.filters ?? [])

  const selecting = Boolean(props.selectable) || (props.actions ?? []).some(({ needsRows }) => needsRows)
  // Ticks on rows that left the list are no ticks.
  const chosenRows = selecting && rows ? rows.filter((row) => picked.includes(props.rowKey(row))) : []
  const again = () => void query.refetch()
  const chosen: Chosen<R> = {
    rows: chosenRows,
    keys: chosenRows.map(props.rowKey),
    clear: () => setPicked([]),
    refresh: again,
  }
  const search = (next: Values) => {
    setPicked([])
    const same = JSON.stringify(clean(next)) === JSON.stringify(clean(values)) && page === 1
    if (same) again()
    else move({ values: next })
  }
  const tableId = props.tableId ?? source.id
  const filtered = JSON.stringify(clean(values)) !== JSON.stringify(clean(known))
  return (
    <div className="pb-list">
      {filters.length > 0 && (
        <SearchBar
          filters={filters}
          values={values}
          defaults={known}
          search={search}
          loading={query.isFetching && !query.isRefetching}
          {...(props.visibleFilters ? { visible: props.visibleFilters } : {})}
        />
      )}
      {!query.isError && props.summary?.(data)}
      <Toolbar
        id={tableId}
        actions={props.actions ?? []}
        chosen={chosen}
        columns={props.columns}
        units={units}
        fetching={query.isFetching}
        extra={props.extra?.(chosen)}
        {...(inUrl ? { views: <Views list={tableId} saved={saved} restore={restore} /> } : {})}
      />
      <DataTable<R & object>
        id={tableId}
        columns={props.columns}
        units={units}
        rows={rows as (R & object)[] | undefined}
        rowKey={props.rowKey}
        loading={query.isLoading || query.isPlaceholderData}
        error={query.error}
        retry={again}
        filtered={filtered}
        reset={() => search(known)}
        {...(props.empty ? { empty: props.empty } : {})}
        place={place}
        sort={(nextBy, nextType) => move({ orderBy: nextBy, orderType: nextType })}
        {...(selecting ? { selected: chosen.keys, select: setPicked } : {})}
        {...(typeof props.selectable === 'function' ? { selectable: props.selectable } : {})}
        current={props.current}
        openRow={props.openRow}
        rowTone={props.rowTone}
        rowActions={props.rowActions}
        actionsWidth={props.actionsWidth}
        totals={
          typeof props.totals === 'function' ? (data ? props.totals(data) : true) : (props.totals ?? false)
        }
        {...(props.bodyHeight ? { bodyHeight: props.bodyHeight } : {})}
      />
      <div className="pb-list-foot">
        <Pager
          count={countOf(data)}
          place={place}
          move={move}
          usual={limit}
          {...(props.limits ? { options: props.limits } : {})}
        />
      </div>
    </div>
  )
}

/** One list of the product calls its number of rows `total`. */
function countOf(data: unknown): number {
  const answer = data as { count?: number; total?: number } | undefined
  return answer?.count ?? answer?.total ?? 0
}

const clean = (values: Values) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )

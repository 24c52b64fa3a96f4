import './platforms.css'
import { type ComponentType, useMemo } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { platforms } from '../../../contract/platforms.ts'
import { reviewNames } from '../../../contract/search.ts'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { attempt } from '../../kit/api.ts'
import { ListState } from '../../kit/list/ListState.tsx'
import { Pager } from '../../kit/list/Pager.tsx'
import { useListPlace } from '../../kit/list/place.ts'
import { SearchBar } from '../../kit/list/SearchBar.tsx'
import type { Filter, Values } from '../../kit/list/types.ts'
import { useLiveConnected } from '../../kit/live.ts'
import { useMay } from '../../kit/may.ts'
import { useCall } from '../../kit/query.ts'
import { useStable } from '../../kit/stable.ts'
import { useSay, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { Counters } from './Counters.tsx'
import { addressTrouble, openGameBackEnd } from './game-back-end.ts'
import { useLiveCounts } from './live-counts.ts'
import { type LiveRow, type PlatformDeed, PlatformTable } from './PlatformTable.tsx'
import { splitInThree } from './split.ts'
import { platformWords } from './words.ts'

/** What opens for "go handle orders": the review of one platform's withdrawals. */
export interface ReviewProps {
  platform: { id: number; name: string; linkTrouble: string } | undefined
  /** What is looked for when it opens: an order or a player, whatever became of it. */
  find: { orderNo?: string; roleId?: string }
  close: () => void
}

const usualLimit = 45
const limits = [15, 30, 45, 60, 90, 150, 300]
const pollMs = 31_000
const settings = { defaults: { platform_status: '1,3' }, limit: usualLimit, inUrl: true }

/** All platforms at a glance: who has orders waiting, who plays, whose link is in trouble. */
export function LivePlatformsPage({ Review }: { Review: ComponentType<ReviewProps> }) {
  const t = useText(platformWords)
  const say = useSay()
  const may = useMay()
  const connected = useLiveConnected()
  const { place, move, defaults } = useListPlace(settings)
  // The platform whose review is open stands in the page's address, so that a shared link opens it too.
  const {
    [reviewNames.platform]: reviewed,
    [reviewNames.order]: orderNo,
    [reviewNames.player]: roleId,
    ...values
  } = place.values
  const query = useCall(
    platforms.liveList,
    {
      // Filter values are already what the wire wants, and the encoder leaves text as it is.
      ...(values as object),
      page: place.page,
      limit: place.limit,
      orderBy: place.orderBy,
      ...(place.orderType ? { orderType: place.orderType } : {}),
    },
    { keep: true, everyMs: pollMs },
  )
  const { data, dataUpdatedAt, refetch } = query
  const rows = useLiveCounts(query.isError ? undefined : data?.list, dataUpdatedAt)
  const parts = useMemo(() => splitInThree(rows ?? []), [rows])
  const mayReview = may(withdrawals.list)
  const maySignIn = may(platforms.accountGroupLogin)

  const open = (id: number) =>
    move({ values: { ...place.values, [reviewNames.platform]: String(id) }, page: place.page })
  const deed = useStable(async (what: PlatformDeed, row: LiveRow) => {
    if (!row.id) return toast.error(t.unknownPlatform)
    if (what === 'review') return open(row.id)
    const trouble = addressTrouble(row.admin_url)
    if (trouble) return toast.error(say(trouble))
    await attempt(() => openGameBackEnd(row))
  })
  const search = (next: Values) => move({ values: next })
  const sort = useStable((orderBy: string, orderType: '' | 'asc' | 'desc') => move({ orderBy, orderType }))
  const filters = filtersOf(t, data, values)
  const same = JSON.stringify(values) === JSON.stringify(defaults)
  const chosen = reviewed ? Number(reviewed) : undefined
  const known = data?.list.find(({ id }) => id === chosen)
  const named = data?.configs.platformList.find(({ id }) => id === chosen)
  return (
    <div className="pb-list">
      <SearchBar
        filters={filters}
        values={place.values}
        defaults={defaults}
        search={search}
        loading={query.isFetching && !query.isRefetching}
      />
      <Counters
        summary={data?.summary}
        connected={connected}
        fetching={query.isFetching}
        refresh={() => void refetch()}
      />
      <div className="pb-plat" aria-busy={query.isPlaceholderData}>
        {rows && rows.length > 0 ? (
          parts.map((part, index) =>
            part.length === 0 ? null : (
              <PlatformTable
                // oxlint-disable-next-line react/no-array-index-key -- the three parts are told apart by their place only
                key={index}
                label={t.part(index + 1)}
                rows={part}
                place={place}
                sort={sort}
                deed={deed}
                mayReview={mayReview}
                maySignIn={maySignIn}
              />
            ),
          )
        ) : query.isLoading ? (
          <div className="pb-state" />
        ) : (
          <ListState
            error={query.error}
            filtered={!same}
            retry={() => void refetch()}
            reset={() => search(defaults)}
          />
        )}
      </div>
      <div className="pb-list-foot">
        <Pager count={data?.count ?? 0} place={place} move={move} usual={usualLimit} options={limits} />
      </div>
      <Review
        platform={
          chosen && mayReview && data
            ? {
                id: chosen,
                name: (known ?? named)?.name ?? `#${chosen}`,
                linkTrouble: known?.linkTrouble ?? '',
              }
            : undefined
        }
        find={{ ...(orderNo ? { orderNo } : {}), ...(roleId ? { roleId } : {}) }}
        close={() => move({ values, page: place.page })}
      />
    </div>
  )
}

function filtersOf(
  t: ReturnType<typeof useText<typeof import('./text.zh.ts')['zh']>>,
  data: ResultOf<typeof platforms.liveList> | undefined,
  values: Values,
): Filter<typeof platforms.liveList>[] {
  const { cateList = [], platformList = [], platformStatusDics = {} } = data?.configs ?? {}
  const category = Number(values['platform_cate_id'] ?? 0)
  return [
    {
      type: 'select',
      name: 'platform_cate_id',
      label: t.category,
      options: cateList.map(({ id, name }) => ({ value: id, label: name })),
      resets: ['platform_id'],
      immediate: true,
    },
    {
      type: 'select',
      name: 'platform_id',
      label: t.platform,
      options: platformList
        .filter(({ cate_id }) => !category || cate_id === category)
        .map(({ id, name }) => ({ value: id, label: name })),
    },
    { type: 'input', name: 'platform_remark', label: t.remark },
    {
      type: 'multiSelect',
      name: 'platform_status',
      label: t.status,
      options: Object.entries(platformStatusDics).map(([value, label]) => ({ value, label })),
    },
    { type: 'check', name: 'filterNoOrderPlatformFlag', label: t.hideIdle },
  ]
}

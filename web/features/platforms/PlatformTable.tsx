import { CaretDownOutlined, CaretUpOutlined, StopOutlined } from '@ant-design/icons'
import { memo } from 'react'
import type * as z from 'zod'
import type { LivePlatform } from '../../../contract/platforms.ts'
import { platformStatus } from '../../../contract/platforms.ts'
import { figure } from '../../kit/figures.ts'
import type { ListPlace } from '../../kit/list/types.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { Jump } from './Jump.tsx'
import { LinkState } from './LinkState.tsx'
import { platformWords } from './words.ts'

/** Drawn by hand: three hundred of the library's icons take a third of the time of their rows. */
const enterIcon = (
  <svg aria-hidden className="pb-plat-icon" viewBox="0 0 16 16">
    <path d="M8.5 2.5h5v11h-5M2 8h7.5M6.7 5.2 9.5 8l-2.8 2.8" />
  </svg>
)

export type LiveRow = z.output<typeof LivePlatform>
export type PlatformDeed = 'review' | 'signIn'

interface Shared {
  deed: (what: PlatformDeed, row: LiveRow) => Promise<unknown>
  mayReview: boolean
  maySignIn: boolean
}
interface PlatformTableProps extends Shared {
  label: string
  rows: readonly LiveRow[]
  place: Pick<ListPlace, 'orderBy' | 'orderType'>
  sort: (orderBy: string, orderType: ListPlace['orderType']) => void
}

/** One of the three tables. Plain rows, each drawn again only when its own figures change. */
export const PlatformTable = memo(function PlatformTable({
  label,
  rows,
  place,
  sort,
  ...shared
}: PlatformTableProps) {
  const t = useText(platformWords)
  const heads = { place, sort }
  return (
    <table className="pb-plat-table" aria-label={label}>
      <thead>
        <tr>
          <Head {...heads} by="name" title={t.name} />
          <Head {...heads} by="orderPendingTotal" title={t.pending} hint={t.pendingHint} number />
          <Head {...heads} by="orderWarningTotal" title={t.warning} hint={t.warningHint} number />
          <Head {...heads} by="iUserCount" title={t.players} hint={t.playersHint} number />
          <Head {...heads} by="apiRemainQuota" title={t.quota} hint={t.quotaHint} number />
          <th scope="col">{t.actions}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PlatformRow key={row.id} row={row} {...shared} />
        ))}
      </tbody>
    </table>
  )
})

interface HeadProps extends Pick<PlatformTableProps, 'place' | 'sort'> {
  by: keyof LiveRow
  title: string
  hint?: string
  number?: boolean
}

function Head({ by, title, hint, number = false, place, sort }: HeadProps) {
  const sorted = place.orderBy === by ? place.orderType : ''
  // Figures are looked at from the largest; a third click goes back to the usual order.
  const steps = number ? (['desc', 'asc', ''] as const) : (['asc', 'desc', ''] as const)
  const next = sorted === '' ? steps[0] : (steps[steps.indexOf(sorted) + 1] ?? '')
  return (
    <th
      scope="col"
      className={number ? 'pb-plat-number' : ''}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
    >
      <button type="button" title={hint} onClick={() => sort(next ? by : '', next)}>
        {title}
        {sorted === 'asc' && <CaretUpOutlined aria-hidden />}
        {sorted === 'desc' && <CaretDownOutlined aria-hidden />}
      </button>
    </th>
  )
}

const PlatformRow = memo(function PlatformRow({
  row,
  deed,
  mayReview,
  maySignIn,
}: { row: LiveRow } & Shared) {
  const t = useText(platformWords)
  const stopped = row.platform_status === platformStatus.agencyStopped
  return (
    <tr data-platform={row.id}>
      <td>
        <div className="pb-plat-name">
          <span className={stopped ? 'pb-plat-stopped' : ''} title={row.name}>
            {row.name}
          </span>
          {stopped && (
            <span title={t.stoppedMark}>
              <StatusTag tone="bad">
                <span className="pb-plat-mark">{t.stopped}</span>
              </StatusTag>
            </span>
          )}
          {row.platform_status !== platformStatus.running && !stopped && (
            <StopOutlined aria-hidden className="pb-quiet" />
          )}
        </div>
        {row.remark && (
          <div className="pb-plat-remark" title={row.remark}>
            {row.remark}
          </div>
        )}
        <LinkState trouble={row.linkTrouble} waiting={row.linkWaiting} />
      </td>
      <td className="pb-plat-number">
        <Jump value={row.orderPendingTotal} tone="pending" />
      </td>
      <td className="pb-plat-number">
        <Jump value={row.orderWarningTotal} tone="warning" />
      </td>
      <td className="pb-plat-number">
        <Pair upper={figure(row.iUserCount, 'count')} lower={figure(row.iTotalCount, 'count')} />
      </td>
      <td className="pb-plat-number">
        <Pair
          upper={figure(row.apiRemainQuota, 'plain', 0)}
          lower={figure(row.apiCurrentQuota, 'plain', 0)}
        />
      </td>
      <td>
        <div className="pb-plat-actions">
          {/* Plain buttons: six hundred of the library's cost more than all the rest of the tables. */}
          {mayReview && (
            <button
              type="button"
              className="pb-plat-button"
              title={t.handle}
              aria-label={`${t.handle} ${row.name}`}
              onClick={() => void deed('review', row)}
            >
              {t.handleShort}
            </button>
          )}
          {maySignIn && (
            <button
              type="button"
              className="pb-plat-button pb-plat-enter"
              title={t.signIn}
              aria-label={`${t.signIn} ${row.name}`}
              onClick={() => void deed('signIn', row)}
            >
              {enterIcon}
            </button>
          )}
        </div>
      </td>
    </tr>
  )
})

function Pair({ upper, lower }: { upper: string; lower: string }) {
  return (
    <>
      <div className="pb-figure">{upper}</div>
      <div className="pb-figure pb-quiet">{lower}</div>
    </>
  )
}

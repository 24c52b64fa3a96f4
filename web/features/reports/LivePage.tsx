import './reports.css'
import { type Level, reports } from '../../../contract/reports.ts'
import { call } from '../../kit/api.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column, Filter } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { openChannelBackEnd } from './channel-back-end.ts'
import { Chain } from './columns.tsx'
import type { LiveCall, LiveRowOf } from './definitions.ts'
import { filtersOf } from './filters.ts'
import { reportWords } from './words.ts'

const figures = ['Deposit', 'Withdraw', 'DWdiff', 'TodayDeposit', 'TodayWithdraw', 'TodayDWdiff'] as const

/** What accounts brought since launch and today so far, and the way into their back office. */
export function LivePage({ level }: { level: Level }) {
  const t = useText(reportWords)
  const kit = useText(kitWords)
  const may = useMay()
  const login = reports[`${level}Login`]
  const enter = async (row: LiveRowOf) => {
    const confirmed = await ask({
      title: t.goAsk(row.channel_account, row.platform_name),
      ok: kit.ok,
      cancel: kit.cancel,
    })
    if (!confirmed) return
    await openChannelBackEnd(row.channel_url, toast.error, () =>
      call(login, { platformId: row.platform_id, channelAccount: row.channel_account }),
    )
  }
  const columns: Column<LiveRowOf>[] = [
    { key: 'platform_name', title: t.platform, width: 120, pin: 'left' },
    { key: 'platform_remark', title: t.remark, width: 110 },
    ...(level === 'channel' ? [{ key: 'channel_url' as const, title: t.url, width: 220, copy: true }] : []),
    { key: 'channel_account', title: t.account[level], width: 140, copy: true },
    { key: 'ProxyId', title: t.proxyId[level], width: 110 },
    ...(level === 'channel'
      ? []
      : [
          {
            key: 'proxyInfo' as const,
            title: t.chain,
            width: 240,
            cell: (row: LiveRowOf) => <Chain of={row.proxyInfo} t={t} />,
            text: ({ proxyInfo }: LiveRowOf) =>
              [proxyInfo.channel, proxyInfo.subChannel, proxyInfo.salesman]
                .map(({ Account }) => Account)
                .filter(Boolean)
                .join(' / '),
          },
        ]),
    ...figures.map((name) => ({
      key: name,
      title: t.figures[name],
      hint: t.hints[name],
      width: 130,
      sort: true,
      signed: name.endsWith('DWdiff'),
    })),
  ]
  return (
    <ListPage
      source={reports[`${level}Live`]}
      tableId={`reports.${level}.live`}
      columns={columns}
      rowKey={(row) => `${row.platform_id} ${row.account_id}`}
      defaults={level === 'channel' ? {} : { accountLevel: '1' }}
      {...(level === 'channel' ? {} : { empty: kit.noneOnLevel })}
      // The live list asks as the reports do, without days.
      filters={(data, values) =>
        filtersOf(t, { level, grain: 'live', data, values }) as unknown as Filter<LiveCall>[]
      }
      totals
      everyMs={60_000}
      summary={(data) => (
        <div className="pb-note-line">
          {[t.live, data && (data.updated_at ? t.fedAt(data.updated_at) : t.notFed)]
            .filter(Boolean)
            .join(' · ')}
        </div>
      )}
      {...(may(login)
        ? { rowActions: (row: LiveRowOf) => [{ key: 'enter', label: t.goBackEnd, run: () => enter(row) }] }
        : {})}
    />
  )
}

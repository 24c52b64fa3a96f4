import './home-channel.css'
import { RightOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { type Unit, unitsOf } from '../../../contract/kit/units.ts'
import { reports } from '../../../contract/reports.ts'
import { quickSettlePath, settlement } from '../../../contract/settlement.ts'
import { DayBars } from '../../kit/DayBars.tsx'
import { figure } from '../../kit/figures.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { useLive } from '../../kit/live.ts'
import { Figure, Money } from '../../kit/Money.tsx'
import { useMay } from '../../kit/may.ts'
import { useMenuGroups } from '../../kit/menu-groups.ts'
import { usePage } from '../../kit/page.tsx'
import { refresh, useCall } from '../../kit/query.ts'
import { useAccount } from '../../kit/session.ts'
import { useText } from '../../kit/text.ts'
import { reportWords } from './words.ts'

const everyMs = 60_000
const names = [
  'Deposit',
  'Withdraw',
  'DWdiff',
  'PersonCount',
  'FirstDepositPerson',
  'FirstDeposit',
  'PersonRunning',
  'Running',
  'GmUpScore',
  'AdvOut',
] as const
const units: Readonly<Record<string, Unit>> = unitsOf(reports.today.result)
const links = [reports.channelLive.path, quickSettlePath, reports.salesmanMonthly.path]

/** A channel's day on the home page: today beside yesterday, its pledge, what it may ask for, and where to go from here. */
export function HomeChannel() {
  return useAccount()?.kind === kind.channel ? <Dashboard /> : null
}

function Dashboard() {
  const t = useText(reportWords)
  const kit = useText(kitWords)
  const may = useMay()
  const { go } = usePage()
  const own = { silent: true, everyMs, keep: true }
  const today = useCall(reports.today, {}, { ...own, enabled: may(reports.today) })
  const pledge = useCall(settlement.getPledgeU, {}, { ...own, enabled: may(settlement.getPledgeU) })
  const unsettled = useCall(
    settlement.unsettledSummaryList,
    { ignore0: true },
    { ...own, enabled: may(settlement.unsettledSummaryList) },
  )
  useLive((event) => {
    if (event.type !== 'settlement') return
    void refresh(settlement.unsettledSummaryList)
    void refresh(settlement.getPledgeU)
  })
  const entries = useMenuGroups().flatMap((group) => group.entries)
  const ways = links.flatMap((path) => entries.find((entry) => entry.path === path) ?? [])
  return (
    <section className="pb-home-channel" aria-label={t.today.title}>
      <header className="pb-home-channel-head">
        <h2>{t.today.title}</h2>
        {today.data && (
          <span className="pb-quiet">
            {today.data.updated_at ? t.fedAt(today.data.updated_at) : t.notFed}
          </span>
        )}
        <nav aria-label={t.today.links}>
          {ways.map(({ id, title, path }) => (
            <Button key={id} type="link" size="small" onClick={() => go(path)}>
              {title}
              <RightOutlined aria-hidden />
            </Button>
          ))}
        </nav>
      </header>
      {today.isError && (
        <p role="alert">
          {today.error.message}{' '}
          <Button size="small" onClick={() => void today.refetch()}>
            {kit.retry}
          </Button>
        </p>
      )}
      {today.isLoading && <Skeleton active title={false} />}
      <dl>
        <Held label={t.today.unsettled} shown={unsettled.data !== undefined}>
          <Money plain={unsettled.data?.validUnsettledAmount} digits={0} currency />
        </Held>
        <Held label={t.today.pledge} shown={pledge.data !== undefined}>
          <span className="pb-figure">
            {figure(pledge.data?.pledge_u, 'count')}
            <small> U</small>
          </span>
        </Held>
        {today.data && <Days data={today.data} />}
      </dl>
    </section>
  )
}

/** What is held or owed: a state, so no day is beside it. */
function Held({ label, shown, children }: { label: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null
  return (
    <div className="pb-home-held">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Days({ data }: { data: ResultOf<typeof reports.today> }) {
  const t = useText(reportWords)
  return names.map((name) => {
    const unit = units[name] ?? 'plain'
    const signed = name === 'DWdiff'
    return (
      <div key={name} title={t.hints[name]}>
        <dt>{t.figures[name]}</dt>
        <dd>
          <Figure value={data[name]} unit={unit} signed={signed} />
        </dd>
        <dd className="pb-home-before">
          <DayBars today={data[name]} yesterday={data.yesterday[name]} />
          <span className="pb-figure">{t.today.yesterday(figure(data.yesterday[name], unit))}</span>
        </dd>
      </div>
    )
  })
}

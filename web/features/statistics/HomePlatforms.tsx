import './statistics.css'
import { RightOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { statistics } from '../../../contract/statistics.ts'
import { statisticsFigures, totalledFigures } from '../../../contract/statistics-figures.ts'
import { isRefused } from '../../kit/api.ts'
import { DayBars } from '../../kit/DayBars.tsx'
import { figure } from '../../kit/figures.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { Figure } from '../../kit/Money.tsx'
import { useMenuGroups } from '../../kit/menu-groups.ts'
import { usePage } from '../../kit/page.tsx'
import { useCall } from '../../kit/query.ts'
import { useAccount } from '../../kit/session.ts'
import { useLanguage, useText } from '../../kit/text.ts'
import { statisticsWords } from './words.ts'

const everyMs = 60_000
const links = [statistics.dailyStatistics.path, statistics.monthlyStatistics.path]
type Today = ResultOf<typeof statistics.todaySummary>

/** All platforms' day on the home page, for those who see the whole group. Whom the server refuses sees nothing of it. */
export function HomePlatforms() {
  return useAccount()?.is_group_admin ? <Dashboard /> : null
}

function Dashboard() {
  const t = useText(statisticsWords)
  const kit = useText(kitWords)
  const { go } = usePage()
  const today = useCall(
    statistics.todaySummary,
    { page: 1, limit: 15 },
    { silent: true, everyMs, keep: true },
  )
  const entries = useMenuGroups().flatMap((group) => group.entries)
  const ways = links.flatMap((path) => entries.find((entry) => entry.path === path) ?? [])
  if (today.error && isRefused(today.error)) return null
  return (
    <section className="pb-home-platforms" aria-label={t.today.title}>
      <header className="pb-home-platforms-head">
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
      {today.data && <Days data={today.data} />}
    </section>
  )
}

function Days({ data }: { data: Today }) {
  const t = useText(statisticsWords)
  const language = useLanguage()
  return (
    <dl>
      {totalledFigures.map((name) => {
        const { unit, title, hint } = statisticsFigures[name]
        const [now, before] = [data[name], data.yesterday[name]]
        return (
          <div key={name} title={hint[language]}>
            <dt>{title[language]}</dt>
            <dd>
              <Figure value={now} unit={unit} signed={name === 'total_profit'} />
            </dd>
            <dd className="pb-home-before">
              <DayBars today={Number(now)} yesterday={Number(before)} />
              <span className="pb-figure">{t.today.yesterday(figure(before, unit))}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

import { Spin } from 'antd'
import { Activity, memo, Suspense, useMemo, useState } from 'react'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { PageContext } from '../kit/page.tsx'
import { pageAt } from './match.ts'
import type { Tab } from './tabs.ts'
import type { Tabs } from './use-tabs.ts'

/** Every open page stays alive: hidden ones keep input and scroll, and stop their timers and requests. */
export function KeptPages({ tabs }: { tabs: Tabs }) {
  return tabs.tabs.map((tab) => (
    <KeptPage
      key={`${tab.key}#${tab.rev}`}
      tab={tab}
      active={tabs.known && tab.key === tabs.active}
      go={tabs.go}
      setSearch={tabs.setSearch}
      shut={tabs.shut}
      refresh={tabs.refresh}
    />
  ))
}

interface KeptPageProps extends Pick<Tabs, 'go' | 'setSearch' | 'shut' | 'refresh'> {
  tab: Tab
  active: boolean
}

const KeptPage = memo(function KeptPage({ tab, active, go, setSearch, shut, refresh }: KeptPageProps) {
  const { key, search } = tab
  const found = useMemo(() => pageAt(key), [key])
  const place = useMemo(
    () => ({
      pathname: key,
      search,
      params: found?.params ?? {},
      go,
      setSearch: (next: string) => setSearch(key, next),
      close: () => shut(key),
    }),
    [key, search, found, go, setSearch, shut],
  )
  // A page restored from the last visit costs nothing until somebody looks at it.
  const [seen, setSeen] = useState(active)
  if (active && !seen) setSeen(true)
  if (!found || !seen) return null
  const { Component } = found.page
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <section className="pb-page" data-page={key}>
        <ErrorBoundary again={() => refresh(key)}>
          <PageContext value={place}>
            <Suspense fallback={<Spin className="pb-page-wait" />}>
              <Component />
            </Suspense>
          </PageContext>
        </ErrorBoundary>
      </section>
    </Activity>
  )
})

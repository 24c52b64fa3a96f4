import { Spin } from 'antd'
import { memo, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { ErrorBoundary } from '../kit/ErrorBoundary.tsx'
import { type Page, PageAwakeContext, PageContext, PageShownContext } from '../kit/page.tsx'
import { pageAt } from './match.ts'
import type { Tab } from './tabs.ts'
import type { Tabs } from './use-tabs.ts'

/**
 * Every open page stays alive: those put away keep input, scroll and layout, and neither ask nor listen. They are drawn
 * no more (content-visibility), but not taken down: effects of a table that has five hundred cells cost more than a
 * reader waits for (docs/decisions/0011). What waking up costs comes after the page is on screen, in pieces.
 */
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
  return (
    <section className="pb-page" data-page={key} inert={!active}>
      <ErrorBoundary again={() => refresh(key)}>
        <PageContext value={place}>
          <Awake active={active}>
            <PageBody page={found.page} />
          </Awake>
        </PageContext>
      </ErrorBoundary>
    </section>
  )
})

/** Tells what stands on a page at once that it is put away or shown, and a little later that it may ask again. */
function Awake({ active, children }: { active: boolean; children: ReactNode }) {
  const awake = useDeferredValue(active)
  return (
    <PageShownContext value={active}>
      <PageAwakeContext value={awake}>{children}</PageAwakeContext>
    </PageShownContext>
  )
}

const PageBody = memo(function PageBody({ page: { Component } }: { page: Page }) {
  return (
    <Suspense fallback={<Spin className="pb-page-wait" />}>
      <Component />
    </Suspense>
  )
})

import { Button, Drawer, Result } from 'antd'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { features } from '../../contract/index.ts'
import { startLive } from '../kit/live.ts'
import { MenuContext } from '../kit/menu-groups.ts'
import { queryClient } from '../kit/query.ts'
import { sizes } from '../kit/sizes.ts'
import { write } from '../kit/storage.ts'
import { useStored } from '../kit/stored.ts'
import { useTaskTracker } from '../kit/task-tracker.tsx'
import { useSay, useText } from '../kit/text.ts'
import { KeptPages } from './KeptPages.tsx'
import { pageAt } from './match.ts'
import { useMenu } from './menu.ts'
import { Overlays } from './Overlays.tsx'
import type { Overlay } from './overlay.ts'
import { SideMenu } from './SideMenu.tsx'
import { Tags } from './Tags.tsx'
import { TopBar } from './TopBar.tsx'
import { home } from './tabs.ts'
import { useTabs } from './use-tabs.ts'
import { shellWords } from './words.ts'

const narrowQuery = window.matchMedia(`(max-width: ${sizes.narrowPx - 1}px)`)
const followNarrow = (changed: () => void) => {
  narrowQuery.addEventListener('change', changed)
  return () => narrowQuery.removeEventListener('change', changed)
}

/** Menu, top bar, tags and the open pages. */
export function Shell() {
  const t = useText(shellWords)
  const say = useSay()
  const tabs = useTabs()
  const menu = useMenu()
  const narrow = useSyncExternalStore(followNarrow, () => narrowQuery.matches)
  const folded = useStored('menuCollapsed') ?? false
  const [drawer, setDrawer] = useState(false)
  const [overlay, setOverlay] = useState<Overlay>()
  const { active, go } = tabs
  const found = pageAt(active)
  const title = found ? say(found.page.title) : t.notFound
  useEffect(() => {
    document.title = `${title} · ${t.product}`
  }, [title, t])
  useEffect(startLive, [])
  useTaskTracker()
  useEffect(
    // The next account must not see a single answer of this one; what is public may stay.
    () => () =>
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== features.signIn.config.id }),
    [],
  )
  const homeTitle = say(pageAt(home)?.page.title ?? { 'zh-cn': home, 'en-us': home })
  const side = (isFolded: boolean) => (
    <>
      <div className="pb-brand" data-folded={isFolded || undefined}>
        <img src="/mark.svg" alt="" width={24} height={24} />
        {!isFolded && <span>{t.product}</span>}
      </div>
      <nav className="pb-menu" aria-label={t.menu}>
        <SideMenu
          menu={menu}
          active={active}
          folded={isFolded}
          homeTitle={homeTitle}
          go={(to) => {
            setDrawer(false)
            // A page that is open already comes back with its filters.
            go(to + (tabs.tabs.find(({ key }) => key === to)?.search ?? ''))
          }}
        />
      </nav>
    </>
  )
  return (
    <div className="pb-shell">
      <a className="pb-skip" href="#content">
        {t.skip}
      </a>
      {narrow ? (
        <Drawer
          open={drawer}
          placement="left"
          size={sizes.menuPx + 24}
          closable={false}
          onClose={() => setDrawer(false)}
          styles={{ body: { padding: 0 } }}
          aria-label={t.menu}
        >
          {side(false)}
        </Drawer>
      ) : (
        <aside className="pb-side" style={{ width: folded ? sizes.menuFoldedPx : sizes.menuPx }}>
          {side(folded)}
        </aside>
      )}
      <div className="pb-main">
        <TopBar
          folded={narrow ? !drawer : folded}
          fold={() => (narrow ? setDrawer(!drawer) : write('menuCollapsed', !folded))}
          go={go}
          show={setOverlay}
        />
        <Tags tabs={tabs} />
        <main id="content" className="pb-content" tabIndex={-1}>
          {!tabs.known && (
            <Result
              status="404"
              title={t.notFound}
              subTitle={t.notFoundText}
              extra={
                <Button type="primary" onClick={() => go(home)}>
                  {t.toHome}
                </Button>
              }
            />
          )}
          <MenuContext value={menu.groups}>
            <KeptPages tabs={tabs} />
          </MenuContext>
        </main>
      </div>
      <Overlays shown={overlay} show={setOverlay} tabs={tabs} groups={menu.groups} />
    </div>
  )
}

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type NavigateFunction, type NavigateOptions, type To, useLocation, useNavigate } from 'react-router'
import { queryClient } from '../kit/query.ts'
import { read, write } from '../kit/storage.ts'
import { pageAt, spelled } from './match.ts'
import { close, closeOthers, move, restart, restoreTabs, type Tab, visit } from './tabs.ts'

/** Where the address bar points, in the page's own spelling, and the way to go elsewhere. */
function usePlace() {
  const { pathname: asked, search } = useLocation()
  // The router's function is another one at every address; pages get one that never changes.
  const newest = useRef<NavigateFunction>(undefined)
  const latest = useNavigate()
  useLayoutEffect(() => {
    newest.current = latest
  }, [latest])
  const navigate = useCallback((...to: [To, NavigateOptions?]) => void newest.current?.(...to), [])
  // Links may spell a page like its call: it is the same page, with one tag and one place in the menu.
  const pathname = spelled(asked)
  useEffect(() => {
    if (pathname !== asked) navigate({ pathname, search }, { replace: true })
  }, [pathname, asked, search, navigate])
  return { pathname, search, navigate }
}

/** The open pages, kept across reloads; the address bar says which one is looked at. */
export function useTabs() {
  const { pathname, search, navigate } = usePlace()
  const [tabs, setTabs] = useState<readonly Tab[]>(() =>
    restoreTabs(read('routes') ?? [], (path) => Boolean(pageAt(path))),
  )
  // Derived while rendering, so that a new page never shows an empty frame first.
  const known = pageAt(pathname) !== undefined
  const current = known ? visit(tabs, pathname, search) : tabs
  if (current !== tabs) setTabs(current)

  useEffect(() => {
    write(
      'routes',
      current.map(({ key, search: own }) => ({ key, search: own })),
    )
  }, [current])

  const go = useCallback((to: string) => navigate(to), [navigate])
  const setSearch = useCallback(
    (key: string, next: string) => {
      if (window.location.pathname === key) navigate({ pathname: key, search: next }, { replace: true })
      else setTabs((all) => all.map((tab) => (tab.key === key ? { ...tab, search: next } : tab)))
    },
    [navigate],
  )
  const shut = useCallback(
    (key: string) => {
      setTabs((all) => {
        const { tabs: rest, next } = close(all, key)
        if (next && window.location.pathname === key) queueMicrotask(() => navigate(next.key + next.search))
        return rest
      })
    },
    [navigate],
  )
  const shutOthers = useCallback(
    (key: string) => {
      setTabs((all) => {
        const kept = closeOthers(all, key)
        const left = kept.find((tab) => tab.key === key)
        if (left && window.location.pathname !== key) queueMicrotask(() => navigate(key + left.search))
        return kept
      })
    },
    [navigate],
  )
  const refresh = useCallback((key: string) => {
    setTabs((all) => restart(all, key))
    // A page that starts afresh asks again, however young its answers are.
    void queryClient.invalidateQueries()
  }, [])
  const shift = useCallback((key: string, to: number) => setTabs((all) => move(all, key, to)), [])
  return { tabs: current, active: pathname, known, go, setSearch, shut, shutOthers, shift, refresh }
}
export type Tabs = ReturnType<typeof useTabs>

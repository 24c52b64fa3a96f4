import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { read, write } from '../kit/storage.ts'
import { pageAt } from './match.ts'
import { close, closeOthers, home, restart, restoreTabs, type Tab, visit } from './tabs.ts'

/** The open pages, kept across reloads; the address bar says which one is looked at. */
export function useTabs() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
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

  const go = useCallback((to: string) => void navigate(to), [navigate])
  const setSearch = useCallback(
    (key: string, next: string) => {
      if (window.location.pathname === key) void navigate({ pathname: key, search: next }, { replace: true })
      else setTabs((all) => all.map((tab) => (tab.key === key ? { ...tab, search: next } : tab)))
    },
    [navigate],
  )
  const shut = useCallback(
    (key: string) => {
      setTabs((all) => {
        const { tabs: rest, next } = close(all, key)
        if (next && window.location.pathname === key)
          queueMicrotask(() => void navigate(next.key + next.search))
        return rest
      })
    },
    [navigate],
  )
  const shutOthers = useCallback(
    (key: string) => {
      setTabs((all) => closeOthers(all, key))
      const kept = key === home ? home : key
      if (window.location.pathname !== kept) void navigate(kept)
    },
    [navigate],
  )
  const refresh = useCallback((key: string) => setTabs((all) => restart(all, key)), [])
  return { tabs: current, active: pathname, known, go, setSearch, shut, shutOthers, refresh }
}
export type Tabs = ReturnType<typeof useTabs>

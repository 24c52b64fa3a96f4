import { sizes } from '../kit/sizes.ts'
import type { OpenTag } from '../kit/storage.ts'

/** An open page. `rev` grows when it is refreshed; `used` says how recently it was looked at. */
export interface Tab extends OpenTag {
  rev: number
  used: number
}

export const home = '/'

/** Tags as they were stored, home first whatever happened to them. */
export function restoreTabs(stored: readonly OpenTag[], known: (path: string) => boolean): Tab[] {
  const others = stored.filter(({ key }, index) => {
    const first = stored.findIndex((tag) => tag.key === key) === index
    return first && key !== home && known(key)
  })
  return [{ key: home, search: '' }, ...others.slice(0, sizes.openPages - 1)].map((tag) => ({
    ...tag,
    rev: 0,
    used: 0,
  }))
}

/** Tabs with this address open and looked at; beyond the limit the one longest not looked at leaves. */
export function visit(tabs: readonly Tab[], key: string, search: string): readonly Tab[] {
  const newest = Math.max(0, ...tabs.map(({ used }) => used))
  const current = tabs.find((tab) => tab.key === key)
  if (current && current.search === search && current.used === newest && newest > 0) return tabs
  const used = newest + 1
  if (current) return tabs.map((tab) => (tab === current ? { ...tab, search, used } : tab))
  const kept = [...tabs]
  while (kept.length >= sizes.openPages) {
    const oldest = kept.filter((tab) => tab.key !== home).toSorted((a, b) => a.used - b.used)[0]
    if (!oldest) break
    kept.splice(kept.indexOf(oldest), 1)
  }
  return [...kept, { key, search, rev: 0, used }]
}

/** Tabs without one, and where to go if it was the one looked at: the tab before it, or home. */
export function close(tabs: readonly Tab[], key: string): { tabs: readonly Tab[]; next: Tab | undefined } {
  const index = tabs.findIndex((tab) => tab.key === key)
  if (index < 0 || key === home) return { tabs, next: undefined }
  const rest = tabs.toSpliced(index, 1)
  return { tabs: rest, next: rest[index - 1] ?? rest[0] }
}

export const closeOthers = (tabs: readonly Tab[], key: string): readonly Tab[] =>
  tabs.filter((tab) => tab.key === key || tab.key === home)

/** A tag at another place of the row; home stays first. */
export function move(tabs: readonly Tab[], key: string, to: number): readonly Tab[] {
  const from = tabs.findIndex((tab) => tab.key === key)
  const moved = tabs[from]
  const place = Math.min(Math.max(to, 1), tabs.length - 1)
  if (!moved || key === home || place === from) return tabs
  return tabs.toSpliced(from, 1).toSpliced(place, 0, moved)
}

/** The page starts afresh: its place in the row and its address stay. */
export const restart = (tabs: readonly Tab[], key: string): readonly Tab[] =>
  tabs.map((tab) => (tab.key === key ? { ...tab, rev: tab.rev + 1 } : tab))

import { type ComponentType, createContext, type LazyExoticComponent, lazy, use } from 'react'
import type { Text } from '../../contract/kit/language.ts'

/** One page of the console: its address, its name on the tag, and how its code arrives. */
export interface Page {
  /** May hold `:name` parts. Each address opens a tag of its own. */
  path: string
  title: Text
  Component: LazyExoticComponent<ComponentType>
}

/** Declares a page; its code is a chunk of its own. */
export function page({
  path,
  title,
  load,
}: {
  path: string
  title: Text
  load: () => Promise<ComponentType>
}): Page {
  return { path, title, Component: lazy(async () => ({ default: await load() })) }
}

/** Where a kept page stands. Frozen while the page is put away, so it never sees another page's address. */
export interface PageLocation {
  pathname: string
  search: string
  params: Readonly<Record<string, string>>
  /** Goes to another page. */
  go: (to: string) => void
  /** Changes this page's own address behind `?`, without a step in the history. */
  setSearch: (search: string) => void
  /** Closes this page's tag. */
  close: () => void
}

export const PageContext = createContext<PageLocation>({
  pathname: '/',
  search: '',
  params: {},
  go: () => {},
  setSearch: () => {},
  close: () => {},
})

/** Whether the page is on screen; outside of pages, always. */
export const PageShownContext = createContext(true)
export const usePageShown = (): boolean => use(PageShownContext)

/** The same for what takes work: follows when the page has been drawn. */
export const PageAwakeContext = createContext(true)
export const usePageAwake = (): boolean => use(PageAwakeContext)

/** The address of this page. Pages ask here, never the router. */
export const usePage = (): PageLocation => use(PageContext)

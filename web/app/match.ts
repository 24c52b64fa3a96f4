import { matchPath } from 'react-router'
import type { Page } from '../kit/page.tsx'
import { pages } from '../routes.tsx'

/**
 * The page at an address, with what its `:name` parts stand for. Calls and pages may differ in capitals only
 * (subChannel, subchannel), so those do not count.
 */
export function pageAt(
  pathname: string,
): { page: Page; params: Readonly<Record<string, string>> } | undefined {
  for (const page of pages) {
    const match = matchPath({ path: page.path, caseSensitive: false }, pathname)
    if (match) return { page, params: match.params as Readonly<Record<string, string>> }
  }
  return undefined
}

/** The address as the page itself spells it; what is no page, or names something by a `:name` part, stays as it is. */
export function spelled(pathname: string): string {
  const path = pageAt(pathname)?.page.path ?? pathname
  return path.includes(':') ? pathname : path
}

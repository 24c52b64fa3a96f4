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

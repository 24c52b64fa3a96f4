import { useEffect, useRef } from 'react'
import { allEndpoints } from '../../contract/index.ts'
import { ruleSeeds } from '../../contract/rules.ts'
import { queryClient } from '../kit/query.ts'
import { useText } from '../kit/text.ts'
import { toast } from '../kit/toast.ts'
import { shellWords } from './words.ts'

const names = new Map<number, string>(ruleSeeds.map(({ id, name }) => [id, name]))
const namesOf = (ids: readonly number[]): ReadonlySet<string> =>
  new Set(ids.map((id) => names.get(id) ?? '').filter(Boolean))

/** Names of rules that one of two sets has and the other has not. */
export const differing = (one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...[...one].filter((name) => !other.has(name)), ...[...other].filter((name) => !one.has(name))])

/**
 * Tells when permissions come or go while somebody works, and has open pages read again what these guard: what was
 * lost is refused at once instead of standing there, what was gained appears. Rules that guard nothing here are no news.
 */
export function useAccessChanges(ruleIds: readonly number[] | undefined): void {
  const t = useText(shellWords)
  const known = useRef<ReadonlySet<string> | undefined>(undefined)
  useEffect(() => {
    if (!ruleIds) return
    const now = namesOf(ruleIds)
    const changed: ReadonlySet<string> = known.current ? differing(known.current, now) : new Set()
    known.current = now
    if (changed.size === 0) return
    toast.warning(t.accessChanged)
    const guarded = new Set<string>(allEndpoints.filter(({ rule }) => changed.has(rule)).map(({ id }) => id))
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => guarded.has(String(queryKey[0])) })
  }, [ruleIds, t])
}

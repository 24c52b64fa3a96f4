import { useEffect, useMemo } from 'react'
import { features } from '../../contract/index.ts'
import type { ResultOf } from '../../contract/kit/endpoint.ts'
import type { Language } from '../../contract/kit/language.ts'
import { ruleSeeds } from '../../contract/rules.ts'
import { useLive } from '../kit/live.ts'
import type { MenuGroup } from '../kit/menu-groups.ts'
import { refresh, useCall } from '../kit/query.ts'
import { setServerTime } from '../kit/region.ts'
import { useAccount, useToken } from '../kit/session.ts'
import { write } from '../kit/storage.ts'
import { useLanguage } from '../kit/text.ts'
import { toast } from '../kit/toast.ts'
import { useAccessChanges } from './access.ts'
import { pageAt, spelled } from './match.ts'

type Menus = ResultOf<typeof features.signIn.menus>
interface Node {
  id: number
  title: string
  name: string
  icon: string
  children: readonly unknown[]
}

const seeds = new Map(ruleSeeds.map((rule) => [rule.id, rule]))

/** Our word for a rule or page we know and nobody renamed; otherwise what the server says. */
function titleOf({ id, title, name }: Node, language: Language): string {
  const known = [seeds.get(id)?.title, pageAt(name)?.page.title].find(
    (own) => own && Object.values(own).includes(title),
  )
  return known ? known[language] : title
}

/** A page's address; rules spell it like the call. */
const addressOf = (name: string): string => (pageAt(name) ? spelled(name) : '')

/** The server's tree as two levels: whatever lies deeper joins its group; what has no page here is left out. */
export function buildMenu(tree: Menus['menuTree'], language: Language): MenuGroup[] {
  const below = (nodes: readonly unknown[]): Node[] =>
    (nodes as readonly Node[]).flatMap((node) => [node, ...below(node.children)])
  const groups = (tree as readonly Node[]).map((group) => ({
    id: group.id,
    title: titleOf(group, language),
    icon: group.icon,
    path: addressOf(group.name),
    entries: below(group.children)
      .filter(({ name }) => pageAt(name))
      .map((node) => ({ id: node.id, title: titleOf(node, language), path: addressOf(node.name) })),
  }))
  return groups.filter(({ path, entries }) => path || entries.length > 0)
}

/** The menu of the signed-in account. Its rules and the server's clock come along, and are newer than the sign-in's. */
export function useMenu() {
  const token = useToken()
  const language = useLanguage()
  const me = useAccount()?.id
  const { data, isError, refetch, isLoading } = useCall(
    features.signIn.menus,
    {},
    { enabled: Boolean(token), keep: true },
  )
  useEffect(() => {
    if (!data) return
    write('authRuleIds', data.authRuleIds)
    write('user_info', data.user_info)
    setServerTime(data.serverTime)
  }, [data])
  useAccessChanges(data?.authRuleIds)
  // Said when it is new, not with every answer.
  const told = data?.told.join('\n') ?? ''
  useEffect(() => {
    for (const sentence of told.split('\n').filter(Boolean)) toast.warning(sentence)
  }, [told])
  useLive((event) => {
    if (event.type !== 'access') return
    if (event.accountId === null || event.accountId === me) void refresh(features.signIn.menus)
  })
  const groups = useMemo(() => (data ? buildMenu(data.menuTree, language) : []), [data, language])
  return {
    groups,
    failed: isError && !data,
    loading: isLoading,
    again: () => void refetch(),
  }
}

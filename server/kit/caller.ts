import type { Kind } from '../../contract/kit/kinds.ts'
import type { Language } from '../../contract/kit/language.ts'

/**
 * Which accounts' data a caller may reach. Every query on scoped data takes it as its first argument. Staff reach
 * everything; the channel side only the subtree below (and including) its own account.
 */
export type Scope = { readonly everything: true } | { readonly everything: false; readonly accountId: number }

/** Who is calling, resolved anew for every request. */
export interface Caller {
  accountId: number
  username: string
  kind: Kind
  roleId: number
  roleTitle: string
  /** The account's proxy player in the games; '' for staff. */
  proxyId: string
  sessionId: string
  /** Ids of the enabled rules its role holds. */
  ruleIds: readonly number[]
  /** Names of the same rules in lower case: what the gate asks. */
  rules: ReadonlySet<string>
  scope: Scope
}

/** Whether the caller holds the rule of this name. */
export const holds = (caller: Pick<Caller, 'rules'>, rule: string): boolean =>
  caller.rules.has(rule.toLowerCase())

/** What a request brings besides its parameters. */
export interface RequestInfo {
  lang: Language
  address: string
  userAgent: string
  requestId: string
}

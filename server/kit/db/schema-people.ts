import type { ColumnType, Generated } from 'kysely'
import type { Kind } from '../../../contract/kit/kinds.ts'

type At = ColumnType<Date, Date | string, Date | string>
type AtOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type AtNow = ColumnType<Date, Date | string | undefined, Date | string>

/** Tables of people: roles, rules, accounts in their hierarchy, sessions. */
export interface PeopleSchema {
  policy: { single: Generated<boolean>; version: bigint }
  roles: {
    id: Generated<number>
    title: string
    type: Kind
    status: Generated<number>
    holds_all: Generated<boolean>
    created_at: AtNow
  }
  auth_rules: {
    id: Generated<number>
    pid: Generated<number>
    type: 1 | 3
    tag: 'menu' | 'page' | 'button'
    title: string
    name: Generated<string>
    icon: Generated<string>
    sort: Generated<number>
    status: Generated<number>
  }
  role_rules: { role_id: number; rule_id: number }
  accounts: {
    id: Generated<number>
    kind: Kind
    username: string
    password_hash: string
    group_id: number
    status: Generated<number>
    deleted: Generated<number>
    remark: Generated<string>
    business: Generated<string>
    chat_title: Generated<string>
    role_id: Generated<string>
    parent_id: number | null
    level: Generated<number>
    sign_secret: Buffer | null
    sign_secret_pending: Buffer | null
    sign_pending_at: AtOrNull
    settle_secret: Buffer | null
    settle_secret_pending: Buffer | null
    settle_pending_at: AtOrNull
    created_at: AtNow
    created_by: number | null
    last_login_at: AtOrNull
    game_passage_point: Generated<number>
    game_withdraw_point: Generated<number>
    game_dividend_point: Generated<number>
    pledge_u: Generated<bigint>
    withdraw_addr: Generated<string>
    settle_pending: Generated<number>
    settle_key_reset_at: AtOrNull
    withdraw_addr_changed_at: AtOrNull
  }
  account_rates: {
    account_id: number
    from_day: string
    game_passage_point: number
    game_withdraw_point: number
    game_dividend_point: number
    changed_by: string
    changed_at: AtNow
  }
  pledge_transfers: {
    id: Generated<bigint>
    account_id: number
    type: 1 | 2
    debit: 'group' | 'held'
    credit: 'group' | 'held'
    amount: bigint
    balance: bigint
    create_username: string
    at: AtNow
  }
  account_links: { platform_id: number; account_id: number; proxy_id: string }
  game_apis: { api_id: number; name: string; sort: Generated<number> }
  api_points: {
    owner_id: number
    api_id: number
    from_day: string
    point: number
    changed_by: string
    changed_at: AtNow
  }
  telegram_admins: { account_id: number; user_name: string; type_name: string }
  removed_seeds: { what: 'role' | 'rule'; id: number }
  account_tree: {
    ancestor_id: number
    account_id: number
    distance: number
    kind: Kind
    deleted: Generated<number>
  }
  sessions: {
    id: string
    token_hash: Buffer
    account_id: number
    created_at: AtNow
    last_seen_at: AtNow
    expires_at: At
    remember: boolean
    address: Generated<string>
    user_agent: Generated<string>
    ended_at: AtOrNull
    ended_by_server: Generated<boolean>
  }
  failed_attempts: { key: string; at: AtNow; id: Generated<bigint> }
  used_codes: { account_id: number; purpose: 'sign-in' | 'settle'; step: bigint }
  installation_keys: { name: string; sealed: Buffer; created_at: AtNow }
}

import type { ColumnType, Generated } from 'kysely'
import type { FiguresSchema } from './schema-figures.ts'
import type { PeopleSchema } from './schema-people.ts'
import type { SettlementSchema } from './schema-settlement.ts'

/*
 * The tables as the migrations leave them. bigint is PostgreSQL's int8; `date` columns are text 'YYYY-MM-DD'.
 * A column the database fills by itself is Generated.
 */
type At = ColumnType<Date, Date | string, Date | string>
type AtOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type AtNow = ColumnType<Date, Date | string | undefined, Date | string>
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface Database extends FiguresSchema, PeopleSchema, SettlementSchema {
  settings: { key: string; value: Json<unknown>; updated_at: AtNow }

  platform_categories: {
    id: Generated<number>
    name: string
    remark: Generated<string>
    status: Generated<number>
    deleted: Generated<number>
  }
  platforms: {
    id: Generated<number>
    name: string
    remark: Generated<string>
    cate_id: number
    status: Generated<number>
    icon: Generated<string>
    publish_time: AtOrNull
    end_time: AtOrNull
    channel_live_show: Generated<number>
    admin_url: Generated<string>
    channel_url: Generated<string>
    api_url: Generated<string>
    deleted: Generated<number>
    created_at: AtNow
    secret: Buffer | null
    old_secret: Buffer | null
    old_secret_until: AtOrNull
    auto_per_order: bigint | null
    auto_per_day: bigint | null
    default_payout_channel: number | null
  }
  platform_status: {
    platform_id: number
    version: Generated<bigint>
    online_users: Generated<number>
    registered_users: Generated<number>
    api_remain: Generated<bigint>
    api_current: Generated<bigint>
    channels_version: Generated<bigint>
    last_event_at: AtOrNull
    last_answer_at: AtOrNull
    last_failure_at: AtOrNull
    last_failure: Generated<string>
    last_refused_at: AtOrNull
    last_refusal: Generated<string>
    pull_cursor: Generated<string>
    pulled_at: AtOrNull
    deposits_version: Generated<bigint>
    deposits_since: AtOrNull
    deposits_at: AtOrNull
  }
  deposit_channels: {
    platform_id: number
    channel_code: string
    name: string
    is_on: number
    sort: number
    order_all: number
    order_succ: number
    order_open: number
  }
  deposit_channel_order: {
    platform_id: Generated<number>
    channel_code: string
    sort: number
    changed_by: string
    changed_at: AtNow
  }
  payout_channels: {
    platform_id: number
    channel_id: number
    name: string
    is_on: number
    sort: Generated<number>
    pay_ways: Generated<number[]>
  }
  pay_ways: { platform_id: number; way_id: number; code: string }
  players: {
    platform_id: number
    role_id: string
    version: Generated<bigint>
    channel_role_id: Generated<string>
    username: Generated<string>
    total_deposit: Generated<bigint>
    total_roll_out: Generated<bigint>
    total_difference: Generated<bigint>
    total_running: Generated<bigint>
    total_tax: Generated<bigint>
    total_win: Generated<bigint>
    remark: Generated<string>
    auto_payout: Generated<number>
    auto_payout_by: Generated<string>
    auto_payout_at: AtOrNull
  }
  withdrawal_orders: {
    platform_id: number
    order_no: string
    role_id: string
    status: number
    check_user: Generated<string>
    check_time: AtOrNull
    requested_at: At
    day: string
    amount: bigint
    tax: bigint
    real_pay: bigint
    pay_way: number
    channel_id: number | null
    record_type: number
    package_name: Generated<string>
    real_name: Generated<string>
    card_no: Generated<string>
    province: Generated<string>
    city: Generated<string>
    bank_name: Generated<string>
    description: Generated<string>
    auto_message: Generated<string>
    evidence: Json<Record<string, unknown>>
    version: bigint
    money: 'open' | 'paying' | 'paid' | 'failed' | 'refunded' | 'confiscated'
    attempt: Generated<number>
    delivery: Generated<'' | 'queued' | 'sent' | 'unknown' | 'confirmed' | 'refused' | 'dead'>
    delivery_tips: Generated<string>
    row_version: Generated<number>
    next_ask_at: AtOrNull
    asks: Generated<number>
    updated_at: AtNow
  }
  withdrawal_counts: {
    platform_id: number
    day: string
    status: number
    check_user: string
    pay_way: number
    slot: Generated<number>
    n: number
  }
  withdrawal_totals: {
    platform_id: number
    status: number
    slot: Generated<number>
    n: number
    changes: Generated<bigint>
  }
  auto_payout_changes: { platform_id: number; changes: bigint }
  pay_notifications: {
    platform_id: number
    id: string
    order_no: string
    method: string
    parameter: string
    error: string
    at: At
  }

  link_outbox: {
    platform_id: number
    id: Generated<bigint>
    key: string
    name: string
    data: Json<Record<string, unknown>>
    order_no: string | null
    state: Generated<'due' | 'sending' | 'unknown' | 'accepted' | 'done' | 'refused' | 'dead'>
    attempts: Generated<number>
    next_at: AtNow
    owner: string | null
    lease_until: AtOrNull
    reason: Generated<string>
    created_at: AtNow
    finished_at: AtOrNull
  }
  link_inbox: {
    platform_id: number
    event_id: string
    type: string
    state: 'absorbed' | 'rejected' | 'dismissed'
    reason: Generated<string>
    raw: string
    received_at: AtNow
  }
  link_nonces: { platform_id: number; nonce: string; at: AtNow }

  settlement_rates: {
    id: Generated<number>
    day: string
    rate: bigint | null
    remark: Generated<string>
    pending_rate: bigint | null
    usual_rate: bigint | null
    entered_by: number
    entered_name: string
    confirmed_name: Generated<string>
    deleted: Generated<number>
    created_at: AtNow
  }

  notices: {
    id: Generated<number>
    title: string
    content: string
    plain: string
    status: Generated<number>
    audience: 'all' | 'staff' | 'channel'
    start_time: At
    end_time: At
    push_time: At
    create_time: AtNow
    create_username: string
  }

  audit_log: {
    id: Generated<bigint>
    at: AtNow
    actor_id: number | null
    actor: string
    action: string
    entity: string
    entity_id: string
    platform_id: number | null
    before: JsonOrNull<unknown>
    after: JsonOrNull<unknown>
    reason: Generated<string>
  }
  operation_log: {
    id: Generated<bigint>
    at: AtNow
    account_id: number | null
    username: string
    endpoint: string
    path: string
    request: string
    response: string
    code: number
    address: Generated<string>
    day: string
  }
  bot_log: {
    id: Generated<bigint>
    entry_id: string
    at: At
    day: string
    account_id: number | null
    username: string
    platname: string
    channel_name: string
    channel_account: string
    action: string
    command: string
    response: string
    chat_id: string
    target_telegram_id: string
    target_telegram_username: string
    action_telegram_id: string
    action_telegram_username: string
    role_id: string
    received_at: AtNow
  }
  bot_log_counts: { day: string; account_id: number; action: string; n: number }
  bot_marks: { account_id: number; what: 'chat' | 'admins'; at: At }
  service_keys: {
    name: string
    key_id: string
    sealed: Buffer
    former_id: Generated<string>
    former_sealed: Buffer | null
    former_until: AtOrNull
    made_by: string
    made_at: AtNow
    last_used_at: AtOrNull
  }
  operation_log_counts: { day: string; username: string; path: string; n: number }
  tasks: {
    id: Generated<bigint>
    account_id: number
    kind: string
    title: string
    language: string
    params: Json<Record<string, unknown>>
    status: Generated<'queued' | 'running' | 'completed' | 'error'>
    tip_type: 'showMsgBox' | 'toast' | 'showDownloadMsg'
    tips: Generated<string>
    rows: Generated<number>
    file: Generated<string>
    file_name: Generated<string>
    attempts: Generated<number>
    heartbeat_at: AtOrNull
    created_at: AtNow
    finished_at: AtOrNull
  }
  task_followers: { task_id: bigint; account_id: number }

  saved_views: {
    account_id: number
    list: string
    name: string
    search: string
    arrangement: JsonOrNull<{ order: string[]; hidden: string[]; pinned: string[] }>
    saved_at: AtNow
  }
}

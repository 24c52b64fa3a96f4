// What a query answers and what was stored as JSON is typed by whoever wrote it: here is the one place that says so.
/* oxlint-disable typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const schema = `
create table if not exists meta (key text primary key, value text not null) strict;

create table if not exists platforms (
  platform_id integer primary key, name text not null, story text not null,
  secret text not null, old_secret text not null default '', old_until integer not null default 0,
  pitboss_url text not null default '', faults text not null default '{}',
  per_minute real not null default 0, next_order_at integer not null default 0,
  order_count integer not null default 0, player_count integer not null default 0,
  status_version integer not null default 0, status_at integer not null default 0
) strict;

create table if not exists players (
  platform_id integer not null, role_id text not null, kind text not null, profile text not null,
  version integer not null default 1, auto_payout integer not null default 0, remark text not null default '',
  balance integer not null, turnover integer not null, duty integer not null default 0,
  total_deposit integer not null, deposit_count integer not null,
  total_drawn integer not null, total_roll_out integer not null, withdraw_times integer not null,
  total_tax integer not null, total_win integer not null,
  primary key (platform_id, role_id)
) strict, without rowid;

create table if not exists orders (
  platform_id integer not null, order_no text not null, role_id text not null, origin text not null,
  money text not null, version integer not null, change integer not null,
  amount integer not null, real_pay integer not null, facts text not null,
  primary key (platform_id, order_no)
) strict, without rowid;
create index if not exists orders_by_change on orders (platform_id, change);
create index if not exists orders_paying on orders (platform_id, role_id) where money = 'paying';

create table if not exists commands (
  platform_id integer not null, key text not null, name text not null, body text not null,
  state text not null, reason text not null, answer text not null, at integer not null,
  primary key (platform_id, key)
) strict, without rowid;

-- What was asked of the third party, and what it will say or has said.
create table if not exists payments (
  platform_id integer not null, key text not null, order_no text not null, amount integer not null,
  channel_id integer not null, plan text not null, due_at integer, outcome text not null,
  reference text not null, reason text not null, at integer not null,
  primary key (platform_id, key)
) strict, without rowid;
create index if not exists payments_due on payments (due_at) where due_at is not null;

-- The third party's own book: one row for each time money really left. Deliberately without a unique key.
create table if not exists transfers (
  id integer primary key, platform_id integer not null, order_no text not null, amount integer not null,
  reference text not null, at integer not null
) strict;
create index if not exists transfers_by_order on transfers (platform_id, order_no);

create table if not exists events (
  seq integer primary key autoincrement, platform_id integer not null, type text not null, at integer not null,
  data text not null, not_before integer not null default 0, again integer not null default 0,
  held integer not null default 0
) strict;
create index if not exists events_by_platform on events (platform_id, seq);

create table if not exists rejections (
  platform_id integer not null, id text not null, reason text not null, event text not null
) strict;
create table if not exists counters (
  platform_id integer not null, name text not null, n integer not null, primary key (platform_id, name)
) strict, without rowid;
create table if not exists nonces (
  platform_id integer not null, purpose text not null, nonce text not null, until integer not null,
  primary key (platform_id, purpose, nonce)
) strict, without rowid;
-- What Pitboss told of its agents' accounts. Role -1 holds the template of API points.
create table if not exists accounts (
  platform_id integer not null, role_id text not null, username text not null, remark text not null default '',
  points text not null default '[]', primary key (platform_id, role_id)
) strict, without rowid;
-- Channels players deposit by, their counts by the day a deposit began, and the deposits not ended yet.
create table if not exists deposit_channels (
  platform_id integer not null, code text not null, name text not null, is_on integer not null,
  sort integer not null, success_rate real not null, primary key (platform_id, code)
) strict, without rowid;
create table if not exists deposit_days (
  platform_id integer not null, code text not null, since integer not null, orders integer not null default 0,
  succeeded integer not null default 0, primary key (platform_id, code, since)
) strict, without rowid;
create table if not exists deposits (
  id integer primary key, platform_id integer not null, code text not null, since integer not null,
  due_at integer not null, succeeds integer not null
) strict;
create index if not exists deposits_due on deposits (due_at);
-- The state of that list as a whole: what was told, and how fast deposits come by themselves.
create table if not exists deposit_books (
  platform_id integer primary key, version integer not null default 1, told_version integer not null default 0,
  told_at integer not null default 0, told_since integer not null default 0,
  per_minute real not null default 0, next_at integer not null default 0, made integer not null default 0
) strict;
-- Agents of the operator with a proxy player here; days a person set otherwise than they were drawn; what was told.
create table if not exists agents (username text primary key, role_id text not null, weight real not null) strict;
create table if not exists set_days (
  platform_id integer not null, username text not null, day text not null, version integer not null,
  figures text not null, primary key (platform_id, username, day)
) strict, without rowid;
create table if not exists figures_told (
  platform_id integer primary key, at integer not null, day text not null
) strict;
create table if not exists mails (
  id integer primary key, platform_id integer not null, role_id text not null, content text not null,
  at integer not null
) strict;
`

export type Value = SQLInputValue
export type Row = Record<string, Value>

/** Everything that has to outlive a kill: one SQLite file, spoken to synchronously. */
export interface Store {
  run(sql: string, ...values: Value[]): number
  one<T = Row>(sql: string, ...values: Value[]): T | undefined
  all<T = Row>(sql: string, ...values: Value[]): T[]
  /** All of `work` or none of it. Inside another transaction it becomes a part of that one. */
  transaction<T>(work: () => T): T
  close(): void
}

/** Keeps the directory for this process until it ends, however it ends: two would answer for the same platforms. */
function claim(home: string, waitMs: number): DatabaseSync {
  const lock = new DatabaseSync(join(home, 'lock.sqlite'))
  try {
    lock.exec(`pragma busy_timeout = ${waitMs}; begin exclusive`)
    return lock
  } catch {
    lock.close()
    throw new Error(`Another sandbox is running in ${home}.`)
  }
}

/** Opens, or makes, the store in the directory `home`; waits a little for a sandbox there that is just ending. */
export function openStore(home: string, waitMs = 10_000): Store {
  mkdirSync(home, { recursive: true })
  const lock = claim(home, waitMs)
  const db = new DatabaseSync(join(home, 'sandbox.sqlite'))
  // NORMAL with a write-ahead log: a killed process loses nothing; only a power cut could.
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  db.exec(schema)

  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const fresh = db.prepare(sql)
    prepared.set(sql, fresh)
    return fresh
  }
  let open = false
  return {
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    one: <T>(sql: string, ...values: Value[]) => statement(sql).get(...values) as T | undefined,
    all: <T>(sql: string, ...values: Value[]) => statement(sql).all(...values) as T[],
    transaction: (work) => {
      if (open) return work()
      open = true
      db.exec('begin immediate')
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        db.exec('rollback')
        throw error
      } finally {
        open = false
      }
    },
    close: () => {
      db.close()
      lock.close()
    },
  }
}

/** Reads back JSON that this program stored itself. */
export const stored = <T>(text: string) => JSON.parse(text) as T

/** Adds to a counter that people and tests read; it decides nothing. */
export function count(store: Store, platformId: number, name: string, n = 1): void {
  if (n === 0) return
  store.run(
    'insert into counters values (?, ?, ?) on conflict do update set n = n + excluded.n',
    platformId,
    name,
    n,
  )
}

/** Remembers a nonce until `untilMs`; false if it was known already. */
export function rememberNonce(
  store: Store,
  platformId: number,
  purpose: 'link' | 'login',
  nonce: string,
  untilMs: number,
): boolean {
  return (
    store.run('insert or ignore into nonces values (?, ?, ?, ?)', platformId, purpose, nonce, untilMs) === 1
  )
}

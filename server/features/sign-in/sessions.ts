import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { codes } from '../../../contract/kit/codes.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import type { Caller, RequestInfo } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { keptPlan } from '../../kit/db/naming-client.ts'
import type { Authenticate } from '../../kit/http/handler.ts'
import { announce, announceAll } from '../../kit/live.ts'
import { Refusal, refuse } from '../../kit/refusal.ts'
import type { Services } from '../../kit/services.ts'
import { rulesOfRole } from '../roles/index.ts'

const dayMs = 24 * 3_600_000
/** A remembered session keeps its week; another one ends after twelve idle hours. */
const lifeMs = { remembered: 7 * dayMs, idle: dayMs / 2 }
const touchEveryMs = 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export interface NewSession {
  id: string
  token: string
  expiresAt: Date
}

/** Opens a session; only the token's hash is stored. */
export async function openSession(
  tx: Db,
  accountId: number,
  remember: boolean,
  info: RequestInfo,
  now: Date,
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url')
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + (remember ? lifeMs.remembered : lifeMs.idle))
  await tx
    .insertInto('sessions')
    .values({
      id,
      token_hash: hashOf(token),
      account_id: accountId,
      expires_at: expiresAt,
      remember,
      address: info.address,
      user_agent: info.userAgent,
    })
    .execute()
  return { id, token, expiresAt }
}

interface Row extends Person {
  /** What rode along. */
  found: unknown
  expires_at: Date
  last_seen_at: Date
  remember: boolean
  ended_at: Date | null
  ended_by_server: boolean
}

interface Person {
  /** Of the session; '' for work done later in somebody's name. */
  id: string
  account_id: number
  username: string
  kind: Kind
  group_id: number
  proxy_id: string
  role_title: string
  usable: boolean
  version: bigint
}

/** What is asked of an account `a` and its role `r` each time it acts. */
const person = sql`
  a.username, a.kind, a.group_id, a.role_id as proxy_id, r.title as role_title,
  a.status <> 0 and a.deleted = 0 and r.status <> 0 and not exists (
    select 1 from account_tree t join accounts superior on superior.id = t.ancestor_id
    where t.account_id = a.id and t.distance > 0 and (superior.status = 0 or superior.deleted = 1)
  ) as usable,
  (select version from policy) as version`

/** Nothing rides along. */
const nothing = sql`null`

/**
 * One read tells everything a request depends on: the session, the account, its superiors, its role, the policy, and
 * the answer to what rides along.
 */
async function findSession(
  db: Db,
  token: string,
  riding: RawBuilder<unknown> = nothing,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    ${keptPlan} select s.id, s.account_id, s.expires_at, s.last_seen_at, s.remember, s.ended_at, s.ended_by_server, ${person},
      case when s.ended_at is null then ${riding} end as found
    from sessions s join accounts a on a.id = s.account_id join roles r on r.id = a.group_id
    where s.token_hash = ${hashOf(token)}`.execute(db)
  return rows[0]
}

const none = () => new Refusal('kit.noSession', {}, { code: codes.noSession })
const ended = () => new Refusal('kit.sessionEnded', {}, { code: codes.sessionEnded })

/** Who a token belongs to, as of this request: a disabled account, superior or role ends it here and now. */
export function authenticator({ db, clock }: Pick<Services, 'db' | 'clock'>): Authenticate {
  return async (token, _info, riding) => {
    const row = await findSession(db, token, riding)
    const now = clock.now()
    if (!row) throw none()
    if (row.ended_at) throw row.ended_by_server ? ended() : none()
    if (row.expires_at <= now) throw none()
    if (!row.usable) throw ended()
    if (now.getTime() - row.last_seen_at.getTime() > touchEveryMs) await touch(db, row, now)
    const rules = await rulesOfRole(db, row.group_id, row.version)
    return { caller: callerFrom(row, rules), found: row.found }
  }
}

function callerFrom(row: Person, rules: { ids: readonly number[]; names: ReadonlySet<string> }): Caller {
  return {
    accountId: row.account_id,
    username: row.username,
    kind: row.kind,
    roleId: row.group_id,
    roleTitle: row.role_title,
    proxyId: row.proxy_id,
    sessionId: row.id,
    ruleIds: rules.ids,
    rules: rules.names,
    scope: row.kind === kind.staff ? { everything: true } : { everything: false, accountId: row.account_id },
  }
}

/**
 * An account as a caller of now, for work done later in its name. Refuses like a sign-in when it, a superior or its
 * role is disabled or deleted.
 */
export async function callerOfAccount(db: Db, accountId: number): Promise<Caller> {
  const { rows } = await sql<Person>`
    select '' as id, a.id as account_id, ${person}
    from accounts a join roles r on r.id = a.group_id where a.id = ${accountId}`.execute(db)
  const row = rows[0]
  if (!row?.usable) return refuse('signIn.disabled')
  return callerFrom(row, await rulesOfRole(db, row.group_id, row.version))
}

async function touch(db: Db, row: Row, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_seen_at: now,
      ...(row.remember ? {} : { expires_at: new Date(now.getTime() + lifeMs.idle) }),
    })
    .where('id', '=', row.id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends sessions of an account as the server's doing (the client is told so), except the one to keep. Returns how many. */
export async function endSessions(
  tx: Db,
  accountId: number,
  { except, now }: { except?: string; now: Date },
): Promise<number> {
  const result = await tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_by_server: true })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .executeTakeFirst()
  await announce(tx, { type: 'access', accountId, roleId: null })
  return Number(result.numUpdatedRows)
}

/** Ends the sessions of an account and of everybody below it. */
export async function endSessionsBelow(tx: Db, accountId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ account_id: number }>`
    update sessions set ended_at = ${now}, ended_by_server = true
    where ended_at is null
      and account_id in (select account_id from account_tree where ancestor_id = ${accountId})
    returning account_id`.execute(tx)
  const told = new Set(rows.map(({ account_id }) => account_id))
  await announceAll(
    tx,
    [...told].map((id) => ({ type: 'access', accountId: id, roleId: null })),
  )
}

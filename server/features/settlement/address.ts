import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { base32, newSecret, qrImage } from '../sign-in/index.ts'
import { networks } from './addresses.ts'
import { checkCode } from './code.ts'
import { holdUntil } from './standing.ts'
import { type Terms, termsOf } from './terms.ts'

type Settlement = typeof features.settlement
type Params = ParamsOf<Settlement['channelAddress']>
type Result = ResultOf<Settlement['channelAddress']>

/** How long a key that was shown may still be bound. */
const pendingMs = 10 * 60_000

interface Kept {
  username: string
  withdraw_addr: string
  settle_secret: Buffer | null
  settle_secret_pending: Buffer | null
  settle_pending_at: Date | null
  settle_key_reset_at: Date | null
  withdraw_addr_changed_at: Date | null
}

/**
 * The caller's own settlement address: tells it, and the key to bind while none is bound; with isEdit it saves, on a
 * code of the settlement key. The first code binds the key. Replacing an existing address is remembered, because settle
 * requests wait for a while after it; orders that are pending keep the address they were made with.
 */
export async function settleAddress(ctx: Ctx<'rule'>, params: Params): Promise<Result> {
  const terms = await termsOf(ctx)
  return params.isEdit ? save(ctx, terms, params) : load(ctx, terms)
}

const keptOf = ({ db, caller }: Ctx<'rule'>): Promise<Kept> =>
  db
    .selectFrom('accounts')
    .select([
      'username',
      'withdraw_addr',
      'settle_secret',
      'settle_secret_pending',
      'settle_pending_at',
      'settle_key_reset_at',
      'withdraw_addr_changed_at',
    ])
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()

async function load(ctx: Ctx<'rule'>, terms: Terms): Promise<Result> {
  const kept = await keptOf(ctx)
  const secret = kept.settle_secret ? null : await pendingSecret(ctx)
  return {
    withdraw_addr: kept.withdraw_addr,
    isShow: secret !== null,
    qrCodeUrl: secret ? await qrImage(secret, `${kept.username} settle`) : '',
    secret: secret ? base32(secret) : '',
    networks: [...terms.networks],
    holdUntil: ctx.clock.format(holdUntil(kept, terms.holdHours, ctx.clock.now())),
  }
}

/** The same key for ten minutes, so that opening the dialog again does not invalidate what was just scanned. */
async function pendingSecret({ db, vault, clock, caller }: Ctx<'rule'>): Promise<Buffer> {
  const now = clock.now()
  const fresh = newSecret()
  const { rows } = await sql<{ settle_secret_pending: Buffer }>`
    update accounts a set
      settle_secret_pending = case when ${isStale(now)} then ${vault.seal(fresh)} else a.settle_secret_pending end,
      settle_pending_at = case when ${isStale(now)} then ${now} else a.settle_pending_at end
    where a.id = ${caller.accountId} and a.settle_secret is null
    returning new.settle_secret_pending`.execute(db)
  const [row] = rows
  return row ? vault.unseal(row.settle_secret_pending) : refuse('kit.changedMeanwhile')
}

const isStale = (now: Date) =>
  sql<boolean>`(a.settle_pending_at is null or a.settle_pending_at < ${new Date(now.getTime() - pendingMs)}::timestamptz)`

/** The address as sent, or the refusal of what cannot be one. */
function checkedAddress(sent: string | undefined, terms: Terms): string {
  if (!sent) return refuse('settlement.addressRequired', {}, 'withdraw_addr')
  if (!/^\S{20,128}$/.test(sent)) return refuse('settlement.addressShape', {}, 'withdraw_addr')
  const isKnown = networks.some(({ name, isValid }) => terms.networks.includes(name) && isValid(sent))
  return isKnown
    ? sent
    : refuse('settlement.addressNetwork', { networks: terms.networks.join(' / ') }, 'withdraw_addr')
}

async function save(ctx: Ctx<'rule'>, terms: Terms, { withdraw_addr, code }: Params): Promise<Result> {
  const { db, clock, caller } = ctx
  const now = clock.now()
  const address = checkedAddress(withdraw_addr, terms)
  if (!code) return refuse('settlement.codeRequired', {}, 'code')
  const kept = await keptOf(ctx)
  const isFresh =
    kept.settle_pending_at !== null && now.getTime() - kept.settle_pending_at.getTime() <= pendingMs
  const pending = kept.settle_secret === null && isFresh ? kept.settle_secret_pending : null
  const sealed = kept.settle_secret ?? pending
  if (!sealed) return refuse('settlement.keyExpired', {}, 'code')
  const takeCode = await checkCode(ctx, sealed, code)
  await db.transaction().execute(async (tx) => {
    await takeCode(tx)
    const { rows } = await sql<{ before: string; was_bound: boolean }>`
      update accounts a set
        withdraw_addr = ${address},
        withdraw_addr_changed_at = case when a.withdraw_addr in ('', ${address}) then a.withdraw_addr_changed_at
          else ${now}::timestamptz end,
        settle_secret = ${sealed}, settle_secret_pending = null, settle_pending_at = null
      where a.id = ${caller.accountId} and a.deleted = 0
        and (a.settle_secret = ${sealed} or (a.settle_secret is null and a.settle_secret_pending = ${sealed}))
      returning old.withdraw_addr as before, old.settle_secret is not null as was_bound`.execute(tx)
    const [row] = rows
    if (!row) return refuse('kit.changedMeanwhile')
    await audit(tx, {
      actor: caller,
      action: 'settlement.withdrawAddrEdit',
      entity: 'account',
      entityId: String(caller.accountId),
      before: { withdraw_addr: row.before, bound: row.was_bound },
      after: { withdraw_addr: address, bound: true },
    })
    if (row.before !== address)
      await announce(tx, { type: 'settle-address', accountId: caller.accountId, first: row.before === '' })
  })
  return load(ctx, terms)
}

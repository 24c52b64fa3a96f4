import { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { rulesOfRole } from '../roles/index.ts'
import { type Attempt, bookAttempt } from './attempts.ts'
import { base32, newSecret, qrImage, stepOf, takeStep } from './codes.ts'
import {
  decryptPassword,
  hashPassword,
  isStrongEnough,
  type PasswordKeys,
  passwordKeys,
  passwordMatches,
} from './passwords.ts'
import { accountForSignIn, type SignInAccount, userInfoOf } from './queries.ts'
import { endSessions, openSession } from './sessions.ts'

const { signIn } = features
const pendingMs = 10 * 60_000

const keysByDb = new WeakMap<Db, Promise<PasswordKeys>>()
/** The installation's keys, read once a process. */
export function keysOf({ db, vault }: Pick<Ctx, 'db' | 'vault'>): Promise<PasswordKeys> {
  const known = keysByDb.get(db) ?? passwordKeys(db, vault)
  keysByDb.set(db, known)
  known.catch(() => keysByDb.delete(db))
  return known
}

/** The password a form sent encrypted in `field`; refuses what cannot be read or is too old. '' for a blank one. */
export async function readPassword(
  ctx: Pick<Ctx, 'db' | 'vault' | 'clock'>,
  ciphertext: string,
  field: string,
): Promise<string> {
  return decryptPassword(await keysOf(ctx), ciphertext, ctx.clock.now(), field)
}

/** An account whose name and password are right and which may sign in. Anything else is one and the same refusal. */
async function checkCredentials(
  ctx: Ctx<'public'>,
  { username, pwd }: { username: string; pwd: string },
  failed: 'signIn.credentials' | 'signIn.failed',
): Promise<{ account: SignInAccount; attempt: Attempt }> {
  const password = decryptPassword(await keysOf(ctx), pwd, ctx.clock.now(), 'pwd')
  const attempt = await bookAttempt(ctx.db, { username, address: ctx.info.address }, failed)
  const account = await accountForSignIn(ctx.db, username)
  const right = await passwordMatches(password, account?.password_hash)
  if (!account || !right) return refuse(failed)
  if (!account.usable) {
    await attempt.forgive()
    return refuse('signIn.disabled')
  }
  return { account, attempt }
}

/** First step: tells an account without a bound key the key to bind; says nothing else to anybody. */
export async function verify(
  ctx: Ctx<'public'>,
  params: ParamsOf<typeof signIn.verify>,
): Promise<ResultOf<typeof signIn.verify>> {
  const { account, attempt } = await checkCredentials(ctx, params, 'signIn.credentials')
  await attempt.forgive()
  if (account.sign_secret) return { isshow: false, data: '', secret: '' }
  const secret = await pendingSecret(ctx, account)
  return { isshow: true, data: await qrImage(secret, account.username), secret: base32(secret) }
}

/** The same pending key for ten minutes, so that a reload does not invalidate what was just scanned. */
async function pendingSecret({ db, vault, clock }: Ctx<'public'>, account: SignInAccount): Promise<Buffer> {
  const now = clock.now()
  const fresh = newSecret()
  const stale = new Date(now.getTime() - pendingMs)
  await db
    .updateTable('accounts')
    .set({ sign_secret_pending: vault.seal(fresh), sign_pending_at: now })
    .where('id', '=', account.id)
    .where('sign_secret', 'is', null)
    .where((eb) => eb.or([eb('sign_pending_at', 'is', null), eb('sign_pending_at', '<', stale)]))
    .execute()
  const row = await db
    .selectFrom('accounts')
    .select('sign_secret_pending')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  return row.sign_secret_pending ? vault.unseal(row.sign_secret_pending) : fresh
}

/** Second step: name, password and code open a session; a first code binds the pending key. */
export async function login(
  ctx: Ctx<'public'>,
  params: ParamsOf<typeof signIn.login>,
): Promise<ResultOf<typeof signIn.login>> {
  const { account, attempt } = await checkCredentials(ctx, params, 'signIn.failed')
  const now = ctx.clock.now()
  const sealed = account.sign_secret ?? (isPendingFresh(account, now) ? account.sign_secret_pending : null)
  const step = sealed ? stepOf(ctx.vault.unseal(sealed), params.code, now) : null
  if (!sealed || step === null) return refuse('signIn.failed')

  const session = await ctx.db.transaction().execute(async (tx) => {
    if (!(await takeStep(tx, account.id, 'sign-in', step))) return null
    if (!account.sign_secret && !(await bindPending(tx, account, sealed))) return null
    await tx.updateTable('accounts').set({ last_login_at: now }).where('id', '=', account.id).execute()
    await tx
      .deleteFrom('used_codes')
      .where('account_id', '=', account.id)
      .where('purpose', '=', 'sign-in')
      .where('step', '<', step - 10n)
      .execute()
    return openSession(tx, account.id, params.remember, ctx.info, now)
  })
  // A code is good once, also for whoever looked over a shoulder.
  if (!session) return refuse('signIn.failed')
  await attempt.clear()

  const policy = await ctx.db.selectFrom('policy').select('version').executeTakeFirstOrThrow()
  const rules = await rulesOfRole(ctx.db, account.group_id, policy.version)
  return {
    token: session.token,
    session: { id: session.id, expires_at: session.expiresAt.toISOString() },
    user_info: userInfoOf(account, rules.names),
    authRuleIds: [...rules.ids],
  }
}

const isPendingFresh = (account: SignInAccount, now: Date) =>
  account.sign_pending_at !== null && now.getTime() - account.sign_pending_at.getTime() <= pendingMs

async function bindPending(tx: Db, account: SignInAccount, sealed: Buffer): Promise<boolean> {
  const bound = await tx
    .updateTable('accounts')
    .set({ sign_secret: sealed, sign_secret_pending: null, sign_pending_at: null })
    .where('id', '=', account.id)
    .where('sign_secret', 'is', null)
    .where('sign_secret_pending', '=', sealed)
    .returning('id')
    .executeTakeFirst()
  if (!bound) return false
  await audit(tx, {
    actor: { accountId: account.id, username: account.username },
    action: 'signIn.bindKey',
    entity: 'account',
    entityId: String(account.id),
  })
  return true
}

/** Ends the caller's own session; the token is worthless from here on. */
export async function logout(ctx: Ctx<'session'>): Promise<null> {
  await ctx.db
    .updateTable('sessions')
    .set({ ended_at: ctx.clock.now() })
    .where('id', '=', ctx.caller.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  return null
}

/** Ends one of the caller's sessions; somebody else's looks like a missing one. */
export async function endOwnSession(ctx: Ctx<'session'>, { id }: { id: string }): Promise<null> {
  const { accountId } = ctx.caller
  const ended = await ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('sessions')
      .set({ ended_at: ctx.clock.now(), ended_by_server: true })
      .where((eb) => eb(eb.cast<string>('id', 'text'), '=', id))
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    // The page that had it hears this and asks who it is.
    if (row) await announce(tx, { type: 'access', accountId, roleId: null })
    return row
  })
  if (!ended) return refuse('kit.notFound', {}, 'id')
  return null
}

/** Sets a new password; the caller's other sessions end, this one stays. The answer is a sentence for the person. */
export async function changePassword(
  ctx: Ctx<'session'>,
  params: ParamsOf<typeof signIn.pwdEdit>,
): Promise<string> {
  const { caller } = ctx
  const keys = await keysOf(ctx)
  const now = ctx.clock.now()
  const old = decryptPassword(keys, params.pwdOld, now, 'pwdOld')
  const next = decryptPassword(keys, params.pwdNew, now, 'pwdNew')
  const again = decryptPassword(keys, params.pwdConfirm, now, 'pwdConfirm')
  if (old === '') refuse('signIn.oldPasswordRequired', {}, 'pwdOld')
  if (next === '') refuse('signIn.newPasswordRequired', {}, 'pwdNew')
  if (again === '') refuse('signIn.confirmRequired', {}, 'pwdConfirm')
  if (next !== again) refuse('signIn.confirmDiffers', {}, 'pwdConfirm')
  if (!isStrongEnough(next)) refuse('signIn.passwordPolicy', {}, 'pwdNew')
  if (next === old) refuse('signIn.passwordSame', {}, 'pwdNew')

  const attempt = await bookAttempt(
    ctx.db,
    { username: caller.username, address: ctx.info.address },
    'signIn.oldPasswordWrong',
  )
  const stored = await ctx.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  if (!(await passwordMatches(old, stored.password_hash)))
    return refuse('signIn.oldPasswordWrong', {}, 'pwdOld')
  await attempt.forgive()

  const hash = await hashPassword(next)
  await ctx.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('accounts')
      .set({ password_hash: hash })
      .where('id', '=', caller.accountId)
      .where('password_hash', '=', stored.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) refuse('kit.changedMeanwhile')
    await endSessions(tx, caller.accountId, { except: caller.sessionId, now })
    await audit(tx, {
      actor: caller,
      action: 'signIn.pwdEdit',
      entity: 'account',
      entityId: String(caller.accountId),
    })
  })
  return ctx.say('signIn.passwordChanged')
}

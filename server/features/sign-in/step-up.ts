import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { bookAttempt } from './attempts.ts'
import { stepOf, takeStep } from './codes.ts'

/** Key of the setting that asks for a fresh code before what cannot be taken back. Off unless it is true. */
const setting = 'step-up'

async function isAsked(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', setting).executeTakeFirst()
  return row?.value === true
}

/**
 * Where the setting is on, a call that cannot be taken back needs a fresh code of the caller's own authenticator. A code
 * is good once, and wrong ones count like failed sign-ins. Returns what to do in the transaction of the call.
 */
export async function stepUp(
  ctx: Ctx<'rule'> | Ctx<'session'>,
  code: string | undefined,
): Promise<(tx: Db) => Promise<void>> {
  const { db, caller, clock, vault, info } = ctx
  if (!(await isAsked(db))) return async () => {}
  if (code === undefined) return refuse('signIn.codeRequired', {}, 'identify_code')
  const attempt = await bookAttempt(
    db,
    { username: caller.username, address: info.address },
    'signIn.codeWrong',
  )
  const { sign_secret: sealed } = await db
    .selectFrom('accounts')
    .select('sign_secret')
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  const step = sealed ? stepOf(vault.unseal(sealed), code, clock.now()) : null
  if (step === null) return refuse('signIn.codeWrong', {}, 'identify_code')
  await attempt.forgive()
  return async (tx) => {
    if (!(await takeStep(tx, caller.accountId, 'sign-in', step)))
      refuse('signIn.codeWrong', {}, 'identify_code')
  }
}

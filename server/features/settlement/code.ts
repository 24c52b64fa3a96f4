import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { bookAttempt, stepOf, takeStep } from '../sign-in/index.ts'

/**
 * Judges a code of the caller's settlement key. Wrong ones count like failed sign-ins. Returns what to do in the
 * transaction of the call: a code is good once, whatever it confirms and however many present it at once.
 */
export async function checkCode(
  { db, caller, clock, vault, info }: Ctx<'rule'>,
  sealed: Buffer | null,
  code: string,
): Promise<(tx: Db) => Promise<void>> {
  const attempt = await bookAttempt(
    db,
    { username: caller.username, address: info.address },
    'settlement.codeWrong',
  )
  const step = sealed ? stepOf(vault.unseal(sealed), code, clock.now()) : null
  if (step === null) return refuse('settlement.codeWrong', {}, 'code')
  await attempt.forgive()
  return async (tx) => {
    if (!(await takeStep(tx, caller.accountId, 'settle', step))) refuse('settlement.codeWrong', {}, 'code')
  }
}

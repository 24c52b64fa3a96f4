import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { hashPassword, isStrongEnough, readPassword } from '../sign-in/index.ts'

/** The hash of a new account's password: both fields filled, equal, strong enough. */
export async function newPasswordHash(
  ctx: Ctx<'rule'>,
  { pwd, conf_pwd }: { pwd: string; conf_pwd: string },
): Promise<string> {
  const password = await readPassword(ctx, pwd, 'pwd')
  const again = await readPassword(ctx, conf_pwd, 'conf_pwd')
  if (password === '') refuse('accounts.incomplete', {}, 'pwd')
  if (again === '') refuse('accounts.incomplete', {}, 'conf_pwd')
  return hashOfPair(password, again)
}

/** The hash of a changed password, or null for a blank one, which means no change. */
export async function changedPasswordHash(
  ctx: Ctx<'rule'>,
  { pwd, conf_pwd }: { pwd?: string | undefined; conf_pwd?: string | undefined },
): Promise<string | null> {
  const password = pwd === undefined ? '' : await readPassword(ctx, pwd, 'pwd')
  if (password === '') return null
  const again = conf_pwd === undefined ? '' : await readPassword(ctx, conf_pwd, 'conf_pwd')
  if (again === '') refuse('accounts.confirmRequired', {}, 'conf_pwd')
  return hashOfPair(password, again)
}

async function hashOfPair(password: string, again: string): Promise<string> {
  if (password !== again) refuse('accounts.confirmDiffers', {}, 'conf_pwd')
  if (!isStrongEnough(password)) refuse('signIn.passwordPolicy', {}, 'pwd')
  return hashPassword(password)
}

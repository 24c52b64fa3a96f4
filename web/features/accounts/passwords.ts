import { accountMessages } from '../../../contract/accounts-messages.ts'
import type { Text } from '../../../contract/kit/language.ts'
import { signIn, signInMessages } from '../../../contract/sign-in.ts'
import { call } from '../../kit/api.ts'
import { encryptPassword } from '../../kit/encrypt.ts'

export interface Pair {
  pwd?: string | undefined
  conf_pwd?: string | undefined
}

/** What is wrong with a password; a blank one is no password, and whether it may be blank is the form's matter. */
export function wrongPassword({ pwd }: Pair): Text | undefined {
  if (!pwd) return undefined
  const strong = pwd.length >= 8 && pwd.length <= 64 && /[A-Za-z]/.test(pwd) && /\d/.test(pwd)
  return strong ? undefined : signInMessages['signIn.passwordPolicy']
}

/** What is wrong with its confirmation: needed once a password is typed, and the same. */
export function wrongConfirmation({ pwd, conf_pwd }: Pair): Text | undefined {
  if (pwd && !conf_pwd) return accountMessages['accounts.confirmRequired']
  return (pwd ?? '') === (conf_pwd ?? '') ? undefined : accountMessages['accounts.confirmDiffers']
}

/** Both passwords as the wire wants them; nothing of blank ones. */
export async function encrypted({
  pwd,
  conf_pwd,
}: Pair): Promise<{ pwd: string; conf_pwd: string } | undefined> {
  if (!pwd) return undefined
  const { publicKey } = await call(signIn.config, {}, { silent: true })
  const [first, second] = await Promise.all([
    encryptPassword(pwd, publicKey),
    encryptPassword(conf_pwd ?? '', publicKey),
  ])
  return { pwd: first, conf_pwd: second }
}

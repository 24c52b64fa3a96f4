import type { features } from '../../contract/index.ts'
import type { ResultOf } from '../../contract/kit/endpoint.ts'
import { sizes } from './sizes.ts'
import { forgetAccount, read, write } from './storage.ts'
import { useStored } from './stored.ts'
import { toast } from './toast.ts'

type SignedIn = ResultOf<typeof features.signIn.login>

let leaving: ReturnType<typeof setTimeout> | undefined

/** Keeps what a sign-in answered. The token comes last: it is what other tabs react to. */
export function beginSession({ token, session, user_info, authRuleIds }: SignedIn): void {
  clearTimeout(leaving)
  leaving = undefined
  write('session', session)
  write('user_info', user_info)
  write('username', user_info.username)
  write('authRuleIds', authRuleIds)
  write('token', token)
}

/** Forgets the account; the guard then shows the sign-in page. */
export function endSession(): void {
  clearTimeout(leaving)
  leaving = undefined
  forgetAccount()
}

/** The server ended the session: says why, and leaves two seconds later. Many calls may find out at once. */
export function sessionLost(message: string): void {
  if (leaving || !read('token')) return
  toast.error(message)
  leaving = setTimeout(endSession, sizes.signOutAfterMs)
}

export const useToken = () => useStored('token')
/** Who is signed in. */
export const useAccount = () => useStored('user_info')

import { features } from '../../contract/index.ts'
import { call } from '../kit/api.ts'
import { endSession } from '../kit/session.ts'
import { useText } from '../kit/text.ts'
import { ask } from '../kit/toast.ts'
import { shellWords } from './words.ts'

/** Signs out, after asking. */
export function useLeave(): () => Promise<void> {
  const t = useText(shellWords)
  return async () => {
    const sure = await ask({ title: t.logoutTitle, content: t.logoutText, ok: t.ok, cancel: t.cancel })
    if (!sure) return
    // The exit never waits for the server: what it cannot end now, it ends by itself later.
    call(features.signIn.logout, {}, { silent: true }).catch(() => {})
    endSession()
  }
}

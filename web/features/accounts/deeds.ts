import type { accounts } from '../../../contract/accounts.ts'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { call } from '../../kit/api.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { refresh } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import type { Person } from './people.ts'
import { accountWords } from './words.ts'

type ById = typeof accounts.channelDel
type StatusCall = typeof accounts.channelStatus
type Named = Pick<Person, 'id' | 'username'>

/** What is done to an account of a list: asked before where it cannot be taken back, the list read again afterwards. */
export function useDeeds(list: Endpoint) {
  const t = useText(accountWords)
  const kit = useText(kitWords)
  /** Does it after a yes. Nothing happens after a no. */
  const after = async (
    question: { title: string; content: string; ok: string },
    work: () => Promise<unknown>,
    done: string,
  ) => {
    if (!(await ask({ ...question, cancel: kit.cancel, danger: true }))) return
    await work()
    toast.success(done)
    await refresh(list)
  }
  return {
    after,
    remove: (endpoint: ById, { id, username }: Named, content: string) =>
      after({ title: t.removeAsk(username), content, ok: t.remove }, () => call(endpoint, { id }), t.removed),
    unbind: ({ username }: Named, work: () => Promise<unknown>) =>
      after({ title: t.unbindAsk(username), content: t.unbindText, ok: t.unbind }, work, t.unbound),
    unbindSettle: (endpoint: ById, { id, username }: Named) =>
      after(
        { title: t.unbindSettleAsk(username), content: t.unbindSettleText, ok: t.unbindSettle },
        () => call(endpoint, { id }),
        t.unbound,
      ),
    setStatus: async (endpoint: StatusCall, { id }: Named, on: boolean) => {
      await call(endpoint, { id, newStatus: on ? 1 : 0 })
      await refresh(list)
    },
  }
}

import type { CallOf, Endpoint, ResultOf } from '../../../contract/kit/endpoint.ts'
import { useCall } from '../../kit/query.ts'

/** What the selectors of a list's dialogs offer; asked for when the first of them opens. */
export function useConfigs<E extends Endpoint>(
  list: E,
  wanted: boolean,
): ResultOf<E> extends { configs: infer C } ? C | undefined : never {
  const params = { page: 1, limit: 1 } as unknown as CallOf<E>
  const { data } = useCall(list, params, { enabled: wanted, silent: true })
  return (data as { configs?: unknown } | undefined)?.configs as never
}

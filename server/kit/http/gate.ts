import { codes } from '../../../contract/kit/codes.ts'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { type Caller, holds } from '../caller.ts'
import { Refusal } from '../refusal.ts'

/**
 * Lets a call through or refuses it, before any parameter is judged. The kind of account is asked per endpoint, never
 * derived from the path.
 */
export function gate(endpoint: Pick<Endpoint, 'access' | 'rule' | 'kinds'>, caller: Caller): void {
  const mayCall =
    endpoint.kinds.includes(caller.kind) && (endpoint.access !== 'rule' || holds(caller, endpoint.rule))
  if (!mayCall) throw new Refusal('kit.forbidden', {}, { code: codes.forbidden })
}

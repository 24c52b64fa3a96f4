import { addressOf, type LinkServices, postSigned } from './call.ts'
import type { LinkPlatform } from './platform.ts'
import { LinkFailure } from './types.ts'

/** What became of a ping: the answer, or why there is none. */
export type Pinged =
  | { failure?: never; result: Readonly<Record<string, unknown>>; tookMs: number }
  | { failure: LinkFailure }

/** Asks a platform whether it is there, signed with one secret. Changes nothing, not even the link's health. */
export async function ping(
  { clock, config }: Pick<LinkServices, 'clock' | 'config'>,
  platform: LinkPlatform,
  secret: Buffer,
  timeoutMs = 10_000,
): Promise<Pinged> {
  const startedAt = performance.now()
  try {
    const url = addressOf(platform.apiUrl, '/link/v1/queries', config.allowHttp)
    const answer = await postSigned(
      clock,
      { id: platform.id, secret },
      url,
      JSON.stringify({ name: 'ping', data: {} }),
      AbortSignal.timeout(timeoutMs),
    )
    const result = (answer as { result?: unknown } | null)?.result
    if (typeof result !== 'object' || result === null)
      throw new LinkFailure('broken', 'the answer to ping has no result')
    return { result: result as Record<string, unknown>, tookMs: Math.round(performance.now() - startedAt) }
  } catch (error) {
    if (error instanceof LinkFailure) return { failure: error }
    throw error
  }
}

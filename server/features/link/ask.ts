import { type CallPlatform, callerOfPlatforms, type LinkServices } from './call.ts'
import { type Ask, LinkFailure } from './types.ts'

/** Asks platforms over the given way to call them. */
export function askOver(call: CallPlatform): Ask {
  return async (platformId, name, data) => {
    const answer = await call(platformId, '/link/v1/queries', { name, data })
    if (typeof answer !== 'object' || answer === null || !('result' in answer))
      throw new LinkFailure('broken', `the answer to ${name} has no result`)
    return answer.result
  }
}

/** The query side of the link for any process, also one that runs no loops. 10 s a question. */
export const askOf = (services: LinkServices): Ask => askOver(callerOfPlatforms(services))

import type { link } from '../../../contract/link.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { testLink } from './check.ts'
import { listDeadLetters, resendCommand, resendEvent } from './dead-letters.ts'
import { listHealth } from './overview.ts'
import { makeSecret } from './secret.ts'
import type { LinkUsers } from './types.ts'

/** Handlers of the link's calls; sending an event again needs the features that absorb it. */
export const linkHandlers = (users: LinkUsers): Handlers<typeof link> => ({
  health: (ctx, params) => listHealth(ctx, params),
  secret: (ctx, { platformId }) => makeSecret(ctx, platformId),
  test: (ctx, { platformId }) => testLink(ctx, platformId),
  deadLetters: (ctx, params) => listDeadLetters(ctx, params),
  resend: async (ctx, { platform_id, direction, id }) => {
    const resend = direction === 'command' ? resendCommand : resendEvent
    await resend(ctx, users, platform_id, id)
    return null
  },
})

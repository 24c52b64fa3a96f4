import type { features } from '../../../contract/index.ts'
import { appId } from '../../kit/http/calls.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { menuOf } from '../roles/index.ts'
import { changePassword, endOwnSession, keysOf, login, logout, verify } from './actions.ts'
import { ownSessions, toldTo, userInfoOf } from './queries.ts'

type Config = Parameters<Handlers<typeof features.signIn>['config']>[0]

/** What the demo offers on the sign-in page; null outside the demo. */
export type DemoOffer = (
  ctx: Pick<Config, 'db' | 'vault'>,
) => Promise<Awaited<ReturnType<Handlers<typeof features.signIn>['config']>>['demo']>

/** The calls of signing in. `demo` is asked anew each time, since the sandbox may move. */
export const signInHandlers = (demo: DemoOffer): Handlers<typeof features.signIn> => ({
  config: async (ctx) => ({
    publicKey: (await keysOf(ctx)).publicKey,
    project: 'Pitboss',
    appId,
    region: ctx.config.region,
    regionLabel: ctx.config.regional.label[ctx.info.lang],
    timeZone: ctx.clock.timeZone,
    currency: ctx.config.regional.currency,
    serverTime: ctx.clock.now().getTime(),
    demo: await demo(ctx),
  }),
  verify,
  login,
  logout,
  pwdEdit: changePassword,
  menus: async (ctx) => ({
    menuTree: await menuOf(ctx.db, ctx.caller),
    authRuleIds: [...ctx.caller.ruleIds],
    user_info: userInfoOf(
      {
        id: ctx.caller.accountId,
        username: ctx.caller.username,
        kind: ctx.caller.kind,
        group_id: ctx.caller.roleId,
        role_title: ctx.caller.roleTitle,
        proxy_id: ctx.caller.proxyId,
      },
      ctx.caller.rules,
    ),
    serverTime: ctx.clock.now().getTime(),
    told: await toldTo(ctx),
  }),
  sessions: ownSessions,
  sessionEnd: endOwnSession,
})

import type { features } from '../../../contract/index.ts'
import { audit } from '../../kit/audit.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { groupLoginToken } from '../link/index.ts'
import { listLivePlatforms } from './queries.ts'

/** Answers the calls about platforms. */
export const platformHandlers: Handlers<typeof features.platforms> = {
  liveList: ({ db, clock, info }, params) => listLivePlatforms(db, clock, info.lang, params),
  async accountGroupLogin({ db, vault, clock, caller }, { platformId }) {
    const platform = await db
      .selectFrom('platforms')
      .select('admin_url')
      .where('id', '=', platformId)
      .where('deleted', '=', 0)
      .executeTakeFirst()
    if (!platform) return refuse('platforms.notFound', {}, 'platformId')
    if (platform.admin_url === '') refuse('platforms.adminUrlMissing')
    if (!/^https?:\/\//.test(platform.admin_url)) refuse('platforms.adminUrlScheme')
    const token = await groupLoginToken({ db, vault, clock }, platformId, {
      kind: caller.kind,
      account: caller.username,
      role: caller.roleTitle,
    })
    await audit(db, {
      actor: caller,
      action: 'platforms.accountGroupLogin',
      entity: 'platform',
      entityId: String(platformId),
      platformId,
    })
    return token
  },
}

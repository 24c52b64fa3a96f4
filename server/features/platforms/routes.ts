import type { features } from '../../../contract/index.ts'
import { audit } from '../../kit/audit.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { groupLoginToken } from '../link/index.ts'
import { addPlatform, deletePlatform, editPlatform, flipChannelLiveShow } from './actions.ts'
import { addCategory, deleteCategory, editCategory, listCategories, switchCategory } from './categories.ts'
import { storeImage } from './images.ts'
import { listLivePlatforms, listPlatforms } from './queries.ts'

const nothing = (..._done: [void]) => null

/** Answers the calls about platforms. */
export const platformHandlers: Handlers<typeof features.platforms> = {
  liveList: (ctx, params) => listLivePlatforms(ctx, params),
  cateList: ({ db }, params) => listCategories(db, params),
  cateAdd: async (ctx, params) => ({ id: await addCategory(ctx, params) }),
  cateEdit: async (ctx, params) => nothing(await editCategory(ctx, params)),
  cateDel: async (ctx, { id }) => nothing(await deleteCategory(ctx, id)),
  cateStatus: async (ctx, params) => nothing(await switchCategory(ctx, params)),
  platformList: (ctx, params) => listPlatforms(ctx, params),
  platformAdd: async (ctx, params) => ({ id: await addPlatform(ctx, params) }),
  platformEdit: async (ctx, params) => nothing(await editPlatform(ctx, params)),
  platformDel: async (ctx, { id }) => nothing(await deletePlatform(ctx, id)),
  platformChannelLiveShow: async (ctx, { id }) => nothing(await flipChannelLiveShow(ctx, id)),
  uploadImage: (ctx) =>
    storeImage(
      ctx,
      ctx.files.find(({ field }) => field === 'img'),
      'img',
    ),
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

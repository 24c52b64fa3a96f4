import type { features } from '../../../contract/index.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { addNotice, deleteNotice, editNotice, switchNotice } from './actions.ts'
import { audienceOf, listNotices, readableNotices } from './queries.ts'

const nothing = (..._done: [void]) => null

/** Answers the calls about notices. */
export const noticeHandlers: Handlers<typeof features.notices> = {
  list: (ctx, params) => listNotices(ctx, params),
  add: async (ctx, params) => ({ id: await addNotice(ctx, params) }),
  edit: async (ctx, params) => nothing(await editNotice(ctx, params)),
  del: async (ctx, { id }) => nothing(await deleteNotice(ctx, id)),
  status: async (ctx, params) => nothing(await switchNotice(ctx, params)),
  forUser: (ctx, params) => readableNotices(ctx, audienceOf(ctx.caller), params),
  forChannel: (ctx, params) => readableNotices(ctx, ['all', 'channel'], params),
}

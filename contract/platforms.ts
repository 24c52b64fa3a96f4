import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { done, labels, listOf, listWith, moment, onOff } from './kit/results.ts'
import { count, plain } from './kit/units.ts'

/** Status of a platform. 0 not started, 1 running, 2 terminated, 3 agency stopped (no new channel business). */
export const platformStatus = { notStarted: 0, running: 1, terminated: 2, agencyStopped: 3 } as const

export const platformStatusTexts = {
  0: text('未开始', 'Not started'),
  1: text('运行中', 'Running'),
  2: text('已终止', 'Terminated'),
  3: text('停止代理', 'Agency stopped'),
} as const

export const CategoryOption = z.object({ id: z.int(), name: z.string() })
export const PlatformOption = z.object({
  id: z.int(),
  name: z.string(),
  remark: z.string(),
  cate_id: z.int(),
  status: z.int(),
})

export const Category = z.object({ id: z.int(), name: z.string(), remark: z.string(), status: onOff() })

const platformFields = {
  id: z.int(),
  name: z.string(),
  remark: z.string(),
  cate_id: z.int(),
  cate_name: z.string(),
  status: z.int(),
  icon: z.string(),
  publish_time: moment(),
  end_time: moment(),
  channel_live_show: onOff(),
  admin_url: z.string(),
  channel_url: z.string(),
  platform_status: z.int(),
  orderPendingTotal: count(),
  orderWarningTotal: count(),
  iUserCount: count(),
  iTotalCount: count(),
  apiRemainQuota: plain(),
  apiCurrentQuota: plain(),
}

export const LivePlatform = z.object({
  ...platformFields,
  /** Empty for those who may not edit addresses. */
  api_url: z.string(),
  /** Addition: is the link to this platform well? '' yes, else what is wrong ('down', 'late', 'refused'). */
  linkTrouble: z.string(),
  /** Addition: commands and look-ups not yet confirmed by the platform. */
  linkWaiting: count(),
})

export const Platform = z.object({
  ...platformFields,
  /** Left out for those who may not edit addresses. */
  api_url: z.string().optional(),
  /** Addition: whether the platform has a link secret. */
  linked: onOff(),
})

/** Addresses of a platform: kept only when the caller holds the rule for them. */
export const platformAddresses = ['api_url', 'admin_url', 'channel_url'] as const

const categoryFields = { name: p.text({ max: 60 }), remark: p.text({ max: 200 }).optional() }

/** Remark and times that are absent become empty; status, icon and addresses that are absent stay as they are. */
const platformForm = {
  name: p.text({ max: 60 }),
  remark: p.text({ max: 200 }).optional(),
  cate_id: p.int({ min: 1 }),
  status: p.oneOf([0, 1, 2, 3]).optional(),
  /** Address of an uploaded image; the image itself may come as a file part of this name instead. */
  icon: p.text({ max: 200 }).optional(),
  publish_time: p.moment().optional(),
  end_time: p.moment().optional(),
  api_url: p.text({ max: 300 }).optional(),
  admin_url: p.text({ max: 300 }).optional(),
  channel_url: p.text({ max: 300 }).optional(),
}

/** Where uploaded images are fetched, by their random name. */
export const imagePath = '/adminapi/serves/image/'
/** Largest image that may be uploaded, in bytes. */
export const largestImage = 5 * 1024 * 1024

const platformConfigs = z.object({
  cateList: z.array(CategoryOption),
  platformList: z.array(PlatformOption),
  platformStatusDics: labels(),
})

const StatusTotals = z.object({ count: z.int(), orderPendingTotal: z.int(), orderWarningTotal: z.int() })

export const platforms = {
  liveList: endpoint({
    id: 'platforms.liveList',
    method: 'GET',
    path: '/adminapi/platform/liveList',
    title: text('平台实时列表', 'Live platforms'),
    kinds: [kind.staff],
    params: z.object({
      ...p.paging({ limit: 45 }),
      ...p.sorting(),
      platform_status: p.list(p.int({ max: 3 })).optional(),
      platform_remark: p.text({ min: 1 }).optional(),
      platform_cate_id: p.int().optional(),
      platform_id: p.list(p.int()).optional(),
      filterNoOrderPlatformFlag: p.flag().optional(),
    }),
    result: listWith(LivePlatform, platformConfigs).extend({ summary: z.record(z.string(), StatusTotals) }),
  }),
  accountGroupLogin: endpoint({
    id: 'platforms.accountGroupLogin',
    method: 'POST',
    path: '/adminapi/platform/accountGroupLogin',
    title: text('登录游戏后台', 'Sign in to the game back end'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ platformId: p.platformId() }),
    result: z.string(),
  }),
  cateList: endpoint({
    id: 'platforms.cateList',
    method: 'GET',
    path: '/adminapi/platform/cateList',
    title: text('平台分类', 'Platform categories'),
    kinds: [kind.staff],
    params: z.object({
      ...p.paging(),
      name: p.text().optional(),
      status: p.list(p.int({ max: 1 })).optional(),
    }),
    result: listOf(Category),
  }),
  cateAdd: endpoint({
    id: 'platforms.cateAdd',
    method: 'POST',
    path: '/adminapi/platform/cateAdd',
    title: text('新增平台分类', 'Add a platform category'),
    kinds: [kind.staff],
    writes: true,
    params: z.object(categoryFields),
    result: z.object({ id: z.int() }),
  }),
  cateEdit: endpoint({
    id: 'platforms.cateEdit',
    method: 'POST',
    path: '/adminapi/platform/cateEdit',
    title: text('编辑平台分类', 'Edit a platform category'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: p.int({ min: 1 }), ...categoryFields }),
    result: done(),
  }),
  cateDel: endpoint({
    id: 'platforms.cateDel',
    method: 'GET',
    path: '/adminapi/platform/cateDel',
    title: text('删除平台分类', 'Delete a platform category'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: p.int({ min: 1 }) }),
    result: done(),
  }),
  cateStatus: endpoint({
    id: 'platforms.cateStatus',
    method: 'GET',
    path: '/adminapi/platform/cateStatus',
    title: text('启用或停用平台分类', 'Switch a platform category on or off'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: p.int({ min: 1 }), newStatus: p.oneOf([0, 1]) }),
    result: done(),
  }),
  platformList: endpoint({
    id: 'platforms.platformList',
    method: 'GET',
    path: '/adminapi/platform/platformList',
    title: text('平台列表', 'Platforms'),
    kinds: [kind.staff],
    params: z.object({
      ...p.paging(),
      /** Default: running and agency stopped. */
      status: p.list(p.int({ max: 3 })).optional(),
      cate_id: p.int().optional(),
      platform_id: p.list(p.int()).optional(),
    }),
    result: listWith(Platform, platformConfigs),
  }),
  platformAdd: endpoint({
    id: 'platforms.platformAdd',
    method: 'POST',
    path: '/adminapi/platform/platformAdd',
    title: text('新增平台', 'Add a platform'),
    kinds: [kind.staff],
    writes: true,
    params: z.object(platformForm),
    files: ['icon'],
    result: z.object({ id: z.int() }),
  }),
  platformEdit: endpoint({
    id: 'platforms.platformEdit',
    method: 'POST',
    path: '/adminapi/platform/platformEdit',
    title: text('编辑平台', 'Edit a platform'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({
      id: p.int({ min: 1 }),
      ...platformForm,
      /** Addition: what becomes empty, since empty text means absent. */
      clear: p.list(p.oneOf([...platformAddresses, 'icon'])).optional(),
    }),
    files: ['icon'],
    result: done(),
  }),
  platformDel: endpoint({
    id: 'platforms.platformDel',
    method: 'GET',
    path: '/adminapi/platform/platformDel',
    title: text('删除平台', 'Delete a platform'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: p.int({ min: 1 }) }),
    result: done(),
  }),
  platformChannelLiveShow: endpoint({
    id: 'platforms.platformChannelLiveShow',
    method: 'GET',
    path: '/adminapi/platform/platformChannelLiveShow',
    title: text('切换渠道实时显示', 'Switch showing in the channel live view'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: p.int({ min: 1 }) }),
    result: done(),
  }),
  uploadImage: endpoint({
    id: 'platforms.uploadImage',
    method: 'POST',
    path: '/adminapi/serves/uploadimg',
    title: text('上传图片', 'Upload an image'),
    access: 'session',
    writes: true,
    params: z.object({}),
    files: ['img'],
    result: z.string(),
  }),
}

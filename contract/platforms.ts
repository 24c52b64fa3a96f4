import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { labels, listWith, moment, onOff } from './kit/results.ts'
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

export const LivePlatform = z.object({
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
  api_url: z.string(),
  platform_status: z.int(),
  orderPendingTotal: count(),
  orderWarningTotal: count(),
  iUserCount: count(),
  iTotalCount: count(),
  apiRemainQuota: plain(),
  apiCurrentQuota: plain(),
  /** Addition: is the link to this platform well? '' yes, else what is wrong ('down', 'late', 'refused'). */
  linkTrouble: z.string(),
  /** Addition: commands and look-ups not yet confirmed by the platform. */
  linkWaiting: count(),
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
    result: listWith(
      LivePlatform,
      z.object({
        cateList: z.array(CategoryOption),
        platformList: z.array(PlatformOption),
        platformStatusDics: labels(),
      }),
    ).extend({ summary: z.record(z.string(), StatusTotals) }),
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
}

export const platformMessages = {
  'platforms.notFound': text('平台不存在', 'No such platform'),
  'platforms.adminUrlMissing': text('请先设置游戏后台地址！', 'Please set the game backend address first!'),
  'platforms.adminUrlScheme': text(
    '游戏后台地址必须以https开头！',
    'game backend address must start with https!',
  ),
} as const

import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { done, labels, listOf, listWith, moment, onOff, taskStarted } from './kit/results.ts'
import { count } from './kit/units.ts'
import { CategoryOption, PlatformOption } from './platforms.ts'

/** The rule of the switch; in every installation it has the fixed id 110. */
export const switchRule = 'payways.switch'
/** What `ChannelStatus` says, against what is stored: 1 open is 1, 2 close is 0. */
export const channelStatus = { open: 1, close: 2 } as const

/** More deposits than this, and fewer than one in five of them succeeding, make a channel conspicuous. */
export const conspicuous = { above: 5, oneIn: 5 } as const
/** Whether so few of today's deposits succeed that somebody should look: more than 5, and under 20 %. */
export const isConspicuous = ({ orderAll, orderSucc }: { orderAll: number; orderSucc: number }): boolean =>
  orderAll > conspicuous.above && orderSucc * conspicuous.oneIn < orderAll

const channelFields = {
  ChannelName: z.string(),
  Status: onOff(),
  /** The smallest comes first. */
  SortID: z.int(),
  /** Deposits begun since midnight of the region, and those of them that succeeded. */
  orderAll: count(),
  orderSucc: count(),
  /** Addition: deposits, of whatever day, neither succeeded nor failed yet. */
  orderOpen: count(),
}
export const Payway = z.object(channelFields)
export const PaywayRow = z.object({ ChannelCode: z.string(), ...channelFields })

/** Addition: a command about channels that the platform has not carried out yet. */
export const WaitingSwitch = z.object({
  ChannelCode: z.array(z.string()),
  /** What they become; null where only their order changes. */
  Status: onOff().nullable(),
  since: moment(),
  /** Given up on: somebody has to send it again from the dead letters. */
  dead: onOff(),
})

export const PaywaySummaryRow = z.object({
  id: z.int(),
  name: z.string(),
  remark: z.string(),
  cate_id: z.int(),
  cate_name: z.string(),
  status: z.int(),
  platform_status: z.int(),
  icon: z.string(),
  channel_live_show: onOff(),
  /** By ChannelCode. */
  payway: z.record(z.string(), Payway),
  /** Addition: when the platform last told its channels; empty if it never did. */
  told_at: moment(),
  /** Addition: is the link to this platform well? '' yes, else what is wrong ('down', 'late', 'refused'). */
  linkTrouble: z.string(),
  waiting: z.array(WaitingSwitch),
})

/** A channel of the group, whichever platforms have it. */
export const PaywayOption = z.object({
  ChannelCode: z.string(),
  ChannelName: z.string(),
  /** Its place in the group's order; null while it has none. */
  SortID: z.int().nullable(),
  /** Additions: how many platforms have it, and on how many it is open. */
  platforms: z.int(),
  open: z.int(),
})

/** Addition: one platform that a switch would reach. */
const PreviewPlatform = z.object({
  id: z.int(),
  name: z.string(),
  linkTrouble: z.string(),
  /** Why nothing is sent: it has none of the channels, or is not linked. */
  skipped: z.enum(['', 'noChannel', 'notLinked']),
  channels: z.array(
    z.object({ ChannelCode: z.string(), ChannelName: z.string(), Status: onOff(), orderOpen: count() }),
  ),
})

const code = () => p.text({ max: 64, pattern: /^[A-Za-z0-9_.-]+$/ })
const codes = (missing?: string) => p.list(code(), { max: 200, ...(missing ? { missing } : {}) })
/** Platforms of these categories, these platforms, or, with neither, all that run or whose agency is stopped. */
const target = () => ({
  cate_id: p.list(p.int({ min: 1 })).optional(),
  platform_id: p.list(p.platformId(), { max: 10_000 }).optional(),
})
const event = () => p.text({ max: 20 }).optional()
const place = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
])
const staff = [kind.staff]

export const payways = {
  paywaySummary: endpoint({
    id: 'payways.paywaySummary',
    method: 'POST',
    path: '/adminapi/platform/paywaySummary',
    title: text('渠道监控', 'Channel monitoring'),
    kinds: staff,
    params: z.object({
      ...p.paging(),
      /** Status of the platform; default running and agency stopped. */
      status: p.list(p.int({ max: 3 })).optional(),
      ...target(),
      /** Only platforms that have one of these channels, and only these of their channels. */
      ChannelCode: codes().optional(),
      /** Only platforms with a conspicuous channel. */
      onlyExcept: p.flag().optional(),
    }),
    result: listWith(
      PaywaySummaryRow,
      z.object({
        paywayList: z.array(PaywayOption),
        cateList: z.array(CategoryOption),
        platformStatusDics: labels(),
        platformList: z.array(PlatformOption),
      }),
    ),
  }),
  paywayRsync: endpoint({
    id: 'payways.paywayRsync',
    method: 'GET',
    path: '/adminapi/platform/paywayRsync',
    title: text('同步支付渠道', 'Sync payment channels'),
    kinds: staff,
    writes: true,
    params: z.object({ event: event() }),
    /** Addition: 1 where a sync that ran already is followed. */
    result: taskStarted().extend({ joined: onOff() }),
  }),
  paywayStatus: endpoint({
    id: 'payways.paywayStatus',
    method: 'POST',
    path: '/adminapi/platform/paywayStatus',
    title: text('支付渠道开关', 'Switch payment channels'),
    rule: switchRule,
    kinds: staff,
    writes: true,
    params: z.object({
      ...target(),
      ChannelCode: codes('payways.channelMissing'),
      ChannelStatus: p.oneOf([channelStatus.open, channelStatus.close], { missing: 'payways.statusMissing' }),
      /** With an event a task; without, for one platform and one channel, the answer comes at once. */
      event: event(),
    }),
    result: z.object({
      /** Empty where no task was made. */
      taskId: z.string(),
      /** Addition: the platform did it, has not answered yet, or a task tells. */
      state: z.enum(['done', 'waiting', 'task']),
    }),
  }),
  paywaySwitchPreview: endpoint({
    id: 'payways.paywaySwitchPreview',
    method: 'GET',
    path: '/adminapi/platform/paywaySwitchPreview',
    title: text('支付渠道开关预览', 'Preview of a channel switch'),
    rule: switchRule,
    kinds: staff,
    params: z.object({ ...target(), ChannelCode: codes('payways.channelMissing') }),
    result: z.object({
      list: z.array(PreviewPlatform),
      /** Platforms that are told, channels there, those now open, and their deposits in flight. */
      platforms: z.int(),
      channels: z.int(),
      open: z.int(),
      orderOpen: count(),
    }),
  }),
  paywaySort: endpoint({
    id: 'payways.paywaySort',
    method: 'POST',
    path: '/adminapi/platform/paywaySort',
    title: text('支付渠道优先级', 'Priorities of payment channels'),
    kinds: staff,
    writes: true,
    params: z.object({
      /** Only what changed. With a platform it counts there, without one for the whole group. */
      updatedPaywayList: p.json(
        z
          .array(
            z.object({
              platform_id: z.int().min(1).max(2_147_483_647).optional(),
              ChannelCode: z
                .string()
                .max(64)
                .regex(/^[A-Za-z0-9_.-]+$/),
              SortID: place.pipe(z.int().min(0).max(2_147_483_647)),
            }),
          )
          .min(1)
          .max(1000),
      ),
    }),
    result: done(),
  }),
  paywayRsyncSort: endpoint({
    id: 'payways.paywayRsyncSort',
    method: 'POST',
    path: '/adminapi/platform/paywayRsyncSort',
    title: text('同步渠道优先级', 'Push channel priorities'),
    kinds: staff,
    writes: true,
    params: z.object({ ...target(), ChannelCode: codes().optional(), event: event() }),
    result: taskStarted(),
  }),
  paywayAll: endpoint({
    id: 'payways.paywayAll',
    method: 'GET',
    path: '/adminapi/platform/paywayAll',
    title: text('平台支付渠道', 'Payment channels of a platform'),
    kinds: staff,
    params: z.object({ platformId: p.platformId() }),
    result: listOf(PaywayRow),
  }),
}

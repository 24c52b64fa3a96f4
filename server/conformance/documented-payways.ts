import { type Documented, paged, type Sent } from './documented.ts'
import { payways } from './plant-platform.ts'
import { cateList, platformList } from './selectors.ts'
import * as s from './shapes.ts'

const operator = { by: 'operator' } as const
const asTask: Sent = { event: 'asyncTask' }
const task = { taskId: s.digits() }
const target: Sent = { cate_id: (w) => String(w.category), platform_id: (w) => String(w.platform) }
const [{ code, name, sort, orderAll, orderSucc }] = payways
const channel = { ChannelName: s.text(name), Status: s.flag(1), SortID: s.number(sort) }

export const paywayCalls: readonly Documented[] = [
  {
    by: 'viewer',
    call: 'POST platform/paywaySummary',
    needs: {},
    may: { ...paged, status: '1,3', ...target, ChannelCode: code, onlyExcept: '1' },
    answers: {
      list: s.rows({
        id: s.number(),
        name: s.text(),
        icon: s.text(),
        channel_live_show: s.flag(1),
        payway: s.byKey({ ...channel, orderAll: s.count(orderAll), orderSucc: s.count(orderSucc) }),
      }),
      count: s.count(1),
      configs: {
        paywayList: s.rows({ ChannelCode: s.text(code), ChannelName: s.text(name) }),
        cateList,
        platformStatusDics: s.labels,
        platformList,
      },
    },
  },
  {
    by: 'viewer',
    call: 'GET platform/paywayAll',
    needs: { platformId: (w) => String(w.platform) },
    answers: { list: s.rows({ ChannelCode: s.text(code), ...channel }) },
  },
  { ...operator, call: 'GET platform/paywayRsync', needs: asTask, answers: task },
  {
    ...operator,
    call: 'POST platform/paywayStatus',
    needs: { ChannelCode: payways.map((each) => each.code).join(','), ChannelStatus: '1', ...asTask },
    may: target,
    answers: task,
    ways: {
      'of one platform, at once': {
        sends: { platform_id: (w) => String(w.platform), ChannelCode: code, ChannelStatus: '1' },
        answers: { taskId: s.empty },
      },
    },
  },
  {
    ...operator,
    call: 'POST platform/paywaySort',
    needs: { updatedPaywayList: `[{"ChannelCode":"${code}","SortID":${sort}}]` },
  },
  {
    ...operator,
    call: 'POST platform/paywayRsyncSort',
    needs: asTask,
    may: { ...target, ChannelCode: code },
    answers: task,
  },
]

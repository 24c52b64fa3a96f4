import { type Documented, paged, sorted } from './documented.ts'
import { anImage } from './plant-sign-in.ts'
import { anOrder } from './plant-orders.ts'
import { aBareCategory, aBarePlatform } from './plant-bare.ts'
import { platformFigures } from './plant-platform.ts'
import { cateList, platformList } from './selectors.ts'
import * as s from './shapes.ts'

const platformRow = {
  id: s.number(),
  name: s.text(),
  remark: s.text('calm'),
  cate_id: s.number(),
  cate_name: s.text('Quays'),
  status: s.number(1),
  icon: s.text(),
  publish_time: s.time,
  end_time: s.time,
  channel_live_show: s.flag(1),
  admin_url: s.text(),
  channel_url: s.text(),
  api_url: s.text(),
  platform_status: s.number(1),
  orderPendingTotal: s.count(),
  orderWarningTotal: s.count(),
  iUserCount: s.count(platformFigures.online),
  iTotalCount: s.count(platformFigures.registered),
  apiRemainQuota: s.plain(platformFigures.apiRemain),
  apiCurrentQuota: s.plain(platformFigures.apiCurrent),
}
const platformConfigs = {
  cateList,
  platformList,
  platformStatusDics: s.labels,
}
const totals = { count: s.count(), orderPendingTotal: s.count(), orderWarningTotal: s.count() }

const platformForm = {
  needs: { name: (w) => `Pier ${w.next()}`, cate_id: (w) => String(w.category) },
  may: {
    remark: 'new',
    status: '0',
    icon: anImage,
    publish_time: '2026-01-05 10:00:00',
    end_time: '2036-01-05 10:00:00',
    api_url: 'https://api.pier.example',
    admin_url: 'https://admin.pier.example',
    channel_url: 'https://channel.pier.example',
  },
} satisfies Pick<Documented, 'needs' | 'may'>

const operator = { by: 'operator' } as const

export const platformCalls: readonly Documented[] = [
  {
    ...operator,
    call: 'GET platform/cateList',
    needs: {},
    may: { ...paged, name: 'Quays', status: '1' },
    answers: {
      list: s.rows({ id: s.number(), name: s.text('Quays'), status: s.flag(1), remark: s.text() }),
      count: s.count(1),
    },
  },
  {
    ...operator,
    call: 'POST platform/cateAdd',
    needs: { name: (w) => `Docks ${w.next()}` },
    may: { remark: 'by the river' },
  },
  {
    ...operator,
    call: 'POST platform/cateEdit',
    needs: { id: aBareCategory, name: (w) => `Docks ${w.next()}` },
    may: { remark: 'by the river' },
  },
  { ...operator, call: 'GET platform/cateDel', needs: { id: aBareCategory } },
  { ...operator, call: 'GET platform/cateStatus', needs: { id: aBareCategory, newStatus: '0' } },
  {
    ...operator,
    call: 'GET platform/platformList',
    needs: {},
    may: {
      ...paged,
      status: '1,3',
      cate_id: (w) => String(w.category),
      platform_id: (w) => String(w.platform),
    },
    answers: { list: s.rows(platformRow), count: s.count(1), configs: platformConfigs },
  },
  {
    ...operator,
    call: 'POST platform/platformAdd',
    ...platformForm,
    ways: { 'with the icon as a file': { sends: platformForm.needs, files: ['icon'] } },
  },
  {
    ...operator,
    call: 'POST platform/platformEdit',
    needs: { id: aBarePlatform, ...platformForm.needs },
    may: platformForm.may,
  },
  { ...operator, call: 'GET platform/platformDel', needs: { id: aBarePlatform } },
  { ...operator, call: 'GET platform/platformChannelLiveShow', needs: { id: aBarePlatform } },
  {
    ...operator,
    call: 'POST platform/accountGroupLogin',
    needs: { platformId: (w) => String(w.platform) },
    answers: s.text(),
  },
  {
    ...operator,
    call: 'GET platform/liveList',
    needs: {},
    may: {
      page: '1',
      limit: '45',
      ...sorted('orderPendingTotal'),
      platform_status: '1,3',
      platform_remark: 'calm',
      platform_cate_id: (w) => String(w.category),
      platform_id: async (w) => {
        await anOrder(w, { status: 0 })
        return String(w.platform)
      },
      filterNoOrderPlatformFlag: '1',
    },
    answers: {
      list: s.rows(platformRow),
      count: s.count(1),
      summary: { 1: totals, 3: totals },
      configs: platformConfigs,
    },
  },
]

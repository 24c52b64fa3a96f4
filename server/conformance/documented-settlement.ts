import { otherTrc20, trc20 } from '../features/settlement/testing.ts'
import { type Documented, paged, type Sent, sorted } from './documented.ts'
import { sinceLaunch } from './plant-figures.ts'
import { terms } from './plant-people.ts'
import { anEarner, aPendingOrder, codeOfShown, newcomer, settled, theAsker } from './plant-settlement.ts'
import * as s from './shapes.ts'

const finance = { by: 'finance' } as const
const channel = { by: 'channel' } as const

const order = {
  id: s.number(),
  create_time: s.time,
  username: s.text('harbor-channel'),
  amount: s.plain(settled.paid),
  ex_rate: s.plain(settled.rate),
  settle_u: s.plain(settled.paidU),
  withdraw_addr: s.text(trc20),
  status: s.number(1),
  hd_remark: s.text(),
}
const orderFilter: Sent = {
  ...paged,
  start: (w) => w.day(20),
  end: (w) => w.day(),
  ...sorted('create_time'),
  username: 'harbor-channel',
  status: '0,1',
}

const address = (of: 'channel' | 'subChannel'): Documented => ({
  by: of,
  as: newcomer[of],
  call: `POST ${of}/withdrawAddrEdit`,
  needs: {},
  answers: { withdraw_addr: s.anyText, isShow: s.yesNo, qrCodeUrl: s.picture, secret: s.text() },
  ways: {
    'to save': {
      sends: { isEdit: '1', withdraw_addr: otherTrc20, code: codeOfShown(of) },
      answers: { withdraw_addr: s.text(otherTrc20), isShow: s.yesNo, qrCodeUrl: s.empty, secret: s.empty },
    },
  },
})

const earned: Sent = { platform_ids: (w) => String(w.platform), channel_account: anEarner }
const logRow = { platform_id: s.number(), platform_name: s.text('Harbor Lights'), create_time: s.time }

export const settlementCalls: readonly Documented[] = [
  {
    ...channel,
    call: 'GET channel/unsettledSummaryList',
    needs: {},
    may: { ignore0: 'true', channel_account: 'somebody-else', ProxyId: '1' },
    answers: {
      totalUnsettledAmount: s.plain(settled.open),
      validUnsettledAmount: s.plain(settled.valid),
      pendingUnsettledAmount: s.plain(settled.pending),
      pledge_u: s.count(terms.pledge),
      withdrawAddr: s.text(trc20),
      platformUnsettledList: s.rows({
        platform_id: s.number(),
        platform_name: s.text('Harbor Lights'),
        publish_time: s.time,
        RealProfit: s.plain(sinceLaunch.RealProfit),
        SettleAmount: s.plain(settled.sum),
        UnsettledAmount: s.plain(settled.open),
        peddingSettleAmount: s.plain(settled.pending),
      }),
    },
  },
  { ...channel, call: 'GET channel/getPledgeU', answers: { pledge_u: s.count(terms.pledge) } },
  {
    ...channel,
    as: theAsker,
    call: 'POST channel/addSettleOrder',
    needs: { settleAmount: '100', code: async (w) => (await theAsker(w)).code() },
  },
  {
    ...channel,
    call: 'GET channel/settleOrderList',
    needs: {},
    may: orderFilter,
    answers: { list: s.rows(order), count: s.count(2), configs: { statusDics: s.labels } },
  },
  {
    ...finance,
    call: 'GET platform/settleOrderList',
    needs: {},
    may: orderFilter,
    answers: {
      list: s.rows({ ...order, pledge_u: s.count(terms.pledge) }),
      count: s.count(2),
      summary: { pendingAmount: s.plain(settled.pending), pendingCount: s.count(1) },
      configs: { statusDics: s.labels },
    },
  },
  {
    ...finance,
    call: 'POST platform/settleOrderHandle',
    answers: s.rows(s.text()),
    ways: {
      transferred: {
        sends: { id: aPendingOrder, status: '1', hd_remark: '已转账', ex_rate: '5', settle_u: '10' },
      },
      refused: { sends: { id: aPendingOrder, status: '2', hd_remark: '地址有误' } },
    },
  },
  address('channel'),
  address('subChannel'),
  {
    ...finance,
    call: 'POST channel/settleAmountEdit',
    needs: {
      platform_id: (w) => String(w.platform),
      channel_account: async (w) => (await theAsker(w)).username,
      startTime: (w) => w.day(1),
      endTime: (w) => w.day(),
      settleAmount: '1.25',
    },
  },
  {
    ...channel,
    call: 'POST subChannel/settleAmountUpdate',
    needs: earned,
    answers: { unSettleAmountTotal: s.plain(100) },
    ways: {
      'to confirm': {
        sends: { ...earned, settleAmount: '40.25', event: 'update' },
        answers: { unSettleAmountTotal: s.plain(59.75) },
      },
    },
  },
  {
    ...channel,
    call: 'GET channel/settleLog',
    needs: {},
    may: { ...paged, platform_id: (w) => String(w.platform), username: 'harbor-channel' },
    answers: {
      list: s.rows({ ...logRow, amount: s.plain(settled.byHand) }),
      count: s.count(2),
      summary: {
        Deposit: s.plain(sinceLaunch.Deposit),
        Withdraw: s.plain(sinceLaunch.Withdraw),
        DWdiff: s.plain(sinceLaunch.DWdiff),
        PassageFee: s.plain(sinceLaunch.PassageFee),
        PlatformWinLose: s.plain(sinceLaunch.PlatformWinLose),
        RealApiFee: s.plain(sinceLaunch.RealApiFee),
        RealIncome: s.plain(sinceLaunch.RealIncome),
        RealProfit: s.plain(sinceLaunch.RealProfit),
        SettleAmount: s.plain(settled.sum),
        UnSettleAmount: s.plain(settled.unsettled),
      },
    },
    ways: {
      'of an order': {
        sends: { order_id: (w) => w.orders.paid },
        answers: { list: s.rows({ ...logRow, amount: s.plain(settled.paid) }), count: s.count(1) },
      },
    },
  },
]

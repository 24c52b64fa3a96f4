import { type Documented, paged, type Sent } from './documented.ts'
import { aRate, aRateDay, rateToday } from './plant-words.ts'
import * as s from './shapes.ts'

const finance = { by: 'finance' } as const
const rate: Sent = { date: aRateDay, rate: '5.4321' }

export const rateCalls: readonly Documented[] = [
  {
    by: 'viewer',
    call: 'GET system/settlementRateList',
    needs: {},
    may: {
      ...paged,
      start_date: async (w) => {
        await rateToday(w)
        return w.day(7)
      },
      end_date: (w) => w.day(),
    },
    answers: {
      list: s.rows({ id: s.number(), date: s.day, rate: s.decimalText('5.4321'), remark: s.text() }),
      count: s.count(1),
    },
  },
  { ...finance, call: 'POST system/settlementRateAdd', needs: rate, may: { remark: '当日' } },
  {
    ...finance,
    call: 'POST system/settlementRateEdit',
    needs: { id: aRate, ...rate },
    may: { remark: '当日' },
  },
  { ...finance, call: 'GET system/settlementRateDel', needs: { id: aRate } },
  {
    by: 'channel',
    call: 'GET todaySettlementRate',
    answers: { rate: s.decimalText('5.4321') },
  },
]

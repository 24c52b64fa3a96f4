import './settlement-rates.css'
import { DollarOutlined } from '@ant-design/icons'
import { settlementRates } from '../../../contract/settlement-rates.ts'
import { figure } from '../../kit/figures.ts'
import { useLive } from '../../kit/live.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { rateWords } from './words.ts'

const everyMs = 10 * 60_000

/** Today's settlement rate in the top bar; nothing while today has none. */
export function TodayRate() {
  const t = useText(rateWords)
  // Asked again now and then: a day ends without anybody doing anything.
  const { data } = useCall(settlementRates.today, {}, { silent: true, everyMs, keep: true })
  useLive((event) => {
    if (event.type === 'rate') void refresh(settlementRates.today)
  })
  if (!data || !(Number(data.rate) > 0)) return null
  return (
    <span className="pb-rate" title={t.rateHint}>
      <DollarOutlined aria-hidden /> <span className="pb-rate-words">{t.today}</span>
      <span className="pb-figure">{figure(data.rate, 'plain', 4)}</span>
    </span>
  )
}

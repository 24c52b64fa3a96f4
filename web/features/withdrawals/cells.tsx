import {
  ClockCircleOutlined,
  CloseCircleOutlined,
  LockOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { memo, use } from 'react'
import { autoPayoutQueued, type WithdrawalOrder } from '../../../contract/withdrawals.ts'
import { tabStatuses } from '../../../contract/withdrawals-states.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { noFigure } from '../../kit/figures.ts'
import { region } from '../../kit/region.ts'
import { StatusTag, type Tone } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import { MarksContext, useDesk } from './desk.ts'
import { accountOf, namesPlace } from './destination.ts'
import { adminScore, sameIp, totalDifference } from './evidence.ts'
import { Fact, Facts, Plain, Thousandths, Unknown, Whole } from './Facts.tsx'
import { useNow, waitingOf } from './waiting.ts'
import { reviewWords } from './words.ts'

interface CellProps {
  row: WithdrawalOrder
}

const tones: Readonly<Record<number, Tone>> = {
  0: 'waiting',
  1: 'info',
  2: 'neutral',
  3: 'neutral',
  4: 'busy',
  5: 'bad',
  6: 'info',
  7: 'warn',
  100: 'good',
}

/** An order's status in the server's words. */
export const Status = memo(function Status({ row }: CellProps) {
  const { labels } = useDesk()
  return (
    <StatusTag tone={tones[row.status] ?? 'neutral'}>
      {labels.orderStatus[row.status] ?? String(row.status)}
    </StatusTag>
  )
})

/** Which order it is, where it stands, who has it, and what became of the last decision. */
export const OrderCell = memo(function OrderCell({ row }: CellProps) {
  const { tab, history } = useDesk()
  const t = useText(reviewWords)
  const statuses: readonly number[] = tabStatuses[tab]
  return (
    <div className="pb-cell">
      <strong className="pb-order-no">
        <CopyText text={row.OrderNo} />
      </strong>
      <span className="pb-chips">
        <Status row={row} />
        <Age row={row} />
      </span>
      <Holder row={row} />
      <Delivery row={row} />
      {!history && !statuses.includes(row.status) && <span className="pb-quiet">{t.left}</span>}
      <Mark orderNo={row.OrderNo} />
    </div>
  )
})

export const Holder = memo(function Holder({ row }: CellProps) {
  const { reviewer } = useDesk()
  const t = useText(reviewWords)
  if (row.checkUser === '') return null
  const mine = row.checkUser === reviewer.me
  return (
    <span className={mine ? 'pb-mine' : 'pb-held'}>
      {mine ? <UserOutlined aria-hidden /> : <LockOutlined aria-hidden />}{' '}
      {mine ? t.mine : t.holder(row.checkUser)}
    </span>
  )
})

const deliveryTones = {
  queued: 'waiting',
  sent: 'busy',
  unknown: 'warn',
  refused: 'bad',
  dead: 'bad',
} as const

export const Delivery = memo(function Delivery({ row }: CellProps) {
  const t = useText(reviewWords)
  const { delivery } = row
  if (delivery === '' || delivery === 'confirmed') return null
  return (
    <StatusTag tone={deliveryTones[delivery]} title={row.deliveryTips}>
      {t.delivery[delivery]}
    </StatusTag>
  )
})

function Mark({ orderNo }: { orderNo: string }) {
  const message = use(MarksContext).get(orderNo)
  if (!message) return null
  return (
    <span className="pb-mark" title={message}>
      <CloseCircleOutlined aria-hidden /> {message}
    </span>
  )
}

export const PlayerCell = memo(function PlayerCell({ row }: CellProps) {
  const { labels } = useDesk()
  const t = useText(reviewWords)
  return (
    <div className="pb-cell">
      <CopyText text={row.AccountID} />
      <span className="pb-quiet pb-clip" title={row.PackageName}>
        {row.PackageName}
      </span>
      <span className="pb-quiet">{labels.finace_record_type[row.RecordType] ?? row.RecordType}</span>
      <span className="pb-quiet">
        {t.level} {row.userDepositLevel ?? <Unknown />}
      </span>
      <span className="pb-chips">
        {row.isBlogger === 1 && <StatusTag tone="warn">{t.blogger}</StatusTag>}
        {row.autoWithdrawRoleID === 1 && <StatusTag tone="busy">{t.auto}</StatusTag>}
      </span>
    </div>
  )
})

export const AmountsCell = memo(function AmountsCell({ row }: CellProps) {
  const t = useText(reviewWords)
  return (
    <Facts>
      <Fact label={t.iMoney} tone="strong">
        <Thousandths value={row.iMoney} />
      </Fact>
      <Fact label={t.TAX}>
        <Thousandths value={row.TAX} />
      </Fact>
      <Fact label={t.RealPay} tone="strong">
        <Thousandths value={row.RealPay} />
      </Fact>
    </Facts>
  )
})

export const DestinationCell = memo(function DestinationCell({ row }: CellProps) {
  const { labels } = useDesk()
  const account = accountOf(row, region().callingCode)
  const place = namesPlace(row) ? [row.Province, row.City].filter(Boolean).join(' ') : ''
  return (
    <div className="pb-cell">
      <span>
        <span className="pb-way">{labels.finace_pay_type[row.PayWay] ?? row.PayWay}</span> {row.RealName}
      </span>
      {account && <CopyText text={account} />}
      {row.BankName && (
        <span className="pb-quiet pb-clip" title={row.BankName}>
          {row.BankName}
        </span>
      )}
      {place && (
        <span className="pb-quiet pb-clip" title={place}>
          {place}
        </span>
      )}
      <Shared count={row.sharedDestination} />
    </div>
  )
})

export function Shared({ count }: { count: number }) {
  const t = useText(reviewWords)
  if (count === 0) return null
  // Nobody counts further than a thousand.
  const said = count >= 1000 ? t.sharedMany : t.shared(count)
  return (
    <span className="pb-warn-text" title={said}>
      <TeamOutlined aria-hidden /> {said}
    </span>
  )
}

export const MoneyCell = memo(function MoneyCell({ row }: CellProps) {
  const t = useText(reviewWords)
  return (
    <Facts>
      <Fact label={t.totalPay}>
        <Deposits row={row} />
      </Fact>
      <Fact label={t.TotalDS}>
        <Thousandths value={row.TotalDS} />
      </Fact>
      <Fact label={t.difference}>
        <Thousandths value={totalDifference(row)} signed />
      </Fact>
      <Fact label={t.roleRemainMoney}>
        <Thousandths value={row.roleRemainMoney} />
      </Fact>
    </Facts>
  )
})

/** Deposits in whole currency with how many they were. */
export function Deposits({ row }: CellProps) {
  const t = useText(reviewWords)
  return (
    <>
      <Plain value={row.totalPay} />
      {row.DepositCount !== null && <small>{t.deposits(String(row.DepositCount))}</small>}
    </>
  )
}

export const PlayCell = memo(function PlayCell({ row }: CellProps) {
  const t = useText(reviewWords)
  return (
    <Facts>
      <Fact label={t.WaterSum}>
        <Thousandths value={row.WaterSum} />
      </Fact>
      <Fact label={t.EamilMoney}>
        <Thousandths value={row.EamilMoney} />
      </Fact>
      <Fact label={t.adminScore} hint={t.adminScoreHint}>
        <Plain value={adminScore(row)} />
      </Fact>
      <Fact label={t.TotalRollOut}>
        <Thousandths value={row.TotalRollOut} />
      </Fact>
    </Facts>
  )
})

export const RiskCell = memo(function RiskCell({ row }: CellProps) {
  const t = useText(reviewWords)
  return (
    <Facts>
      <Fact label={t.paying} hint={t.payingHint} tone={row.payoutingOrders > 0 ? 'bad' : ''}>
        <Whole value={row.payoutingOrders} />
      </Fact>
      <Fact label={t.sameIp} hint={t.sameIpHint}>
        <SameIp row={row} />
      </Fact>
      <Fact label={t.times}>
        <Whole value={row.PersonWithdrawTimes} />
      </Fact>
    </Facts>
  )
})

export function SameIp({ row }: CellProps) {
  const shared = sameIp(row)
  if (!shared) return <Unknown />
  return (
    <span className="pb-figure">
      {shared.atLeast ? '≥ ' : ''}
      {shared.count}
    </span>
  )
}

export const RemarksCell = memo(function RemarksCell({ row }: CellProps) {
  const t = useText(reviewWords)
  const remarks = [
    [t.Comment, row.Comment],
    [t.teamRemark, row.teamRemark],
    [t.channelRemark, row.channelRemark],
    [t.salesmanRemark, row.salesmanRemark],
    [t.Descript, row.Descript],
  ].filter((pair): pair is [string, string] => Boolean(pair[1]))
  if (remarks.length === 0) return <span className="pb-quiet">{noFigure}</span>
  return (
    <div className="pb-cell">
      {remarks.map(([label, remark]) => (
        <span key={label} className="pb-clamp" title={`${label}: ${remark}`}>
          <span className="pb-quiet">{label}</span> {remark}
        </span>
      ))}
    </div>
  )
})

export const TimeCell = memo(function TimeCell({ row }: CellProps) {
  const t = useText(reviewWords)
  const failed = row.autuPayoutFailMsg
  return (
    <div className="pb-cell">
      <When at={row.AddTime} />
      {row.checkTime && (
        <span className="pb-quiet" title={t.checkTime}>
          <When at={row.checkTime} />
        </span>
      )}
      {failed && (
        <span
          className={`pb-clip ${failed === autoPayoutQueued ? 'pb-quiet' : 'pb-bad-text'}`}
          title={failed}
        >
          {failed}
        </span>
      )}
    </div>
  )
})

/** How long the order waits: amber when it waits long, red when far too long. */
export function Age({ row }: CellProps) {
  const t = useText(reviewWords)
  const waiting = waitingOf(row, useNow())
  if (!waiting) return null
  const { minutes, tone } = waiting
  const age = t.age(Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60)
  return (
    <span className={`pb-age${tone ? ` pb-age-${tone}` : ''}`} title={t.waits(age)}>
      <ClockCircleOutlined aria-hidden /> {age}
    </span>
  )
}

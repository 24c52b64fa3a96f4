import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { autoPayoutQueued, type WithdrawalOrder, withdrawals } from '../../../contract/withdrawals.ts'
import { orderStatus } from '../../../contract/withdrawals-states.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { noFigure } from '../../kit/figures.ts'
import { useCall } from '../../kit/query.ts'
import { region } from '../../kit/region.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import { Age, Delivery, Deposits, Holder, SameIp, Shared, Status } from './cells.tsx'
import { useDesk } from './desk.ts'
import { accountOf, namesPlace } from './destination.ts'
import { adminScore, plainDifference, thousandthsDifference, totalDifference } from './evidence.ts'
import { Fact, Facts, Plain, Thousandths, Unknown, Whole } from './Facts.tsx'
import { reviewWords } from './words.ts'

interface CardProps {
  platformId: number
  order: WithdrawalOrder
  close: () => void
}

/** All that is known of the marked order, beside the table; it follows the cursor. */
export function EvidenceCard({ platformId, order, close }: CardProps) {
  const t = useText(reviewWords)
  const { labels } = useDesk()
  const { autuPayoutFailMsg: failed } = order
  return (
    <aside className="pb-evidence" aria-label={t.evidence}>
      <header>
        <strong>
          <CopyText text={order.OrderNo} />
        </strong>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t.closeEvidence}
          onClick={close}
        />
      </header>
      <div className="pb-chips">
        <Status row={order} />
        <Delivery row={order} />
        {order.isBlogger === 1 && <StatusTag tone="warn">{t.blogger}</StatusTag>}
        {order.autoWithdrawRoleID === 1 && <StatusTag tone="busy">{t.auto}</StatusTag>}
        <Holder row={order} />
      </div>
      {order.deliveryTips && <p className="pb-quiet">{order.deliveryTips}</p>}
      <Section title={t.request}>
        <Fact label={t.roleId}>
          <CopyText text={order.AccountID} />
        </Fact>
        <Fact label={t.packageName}>{order.PackageName || noFigure}</Fact>
        <Fact label={t.recordType}>{labels.finace_record_type[order.RecordType] ?? order.RecordType}</Fact>
        <Fact label={t.iMoney} tone="strong">
          <Thousandths value={order.iMoney} />
        </Fact>
        <Fact label={t.TAX}>
          <Thousandths value={order.TAX} />
        </Fact>
        <Fact label={t.RealPay} tone="strong">
          <Thousandths value={order.RealPay} />
        </Fact>
        <Fact label={t.addTime}>
          <When at={order.AddTime} /> <Age row={order} />
        </Fact>
        <Fact label={t.checkTime}>
          <When at={order.checkTime} />
        </Fact>
        <Fact label={t.channel}>{order.ChannelName || noFigure}</Fact>
      </Section>
      {failed && <p className={failed === autoPayoutQueued ? 'pb-quiet' : 'pb-bad-text'}>{failed}</p>}
      <Section title={t.destination}>
        <Fact label={t.payWay}>{labels.finace_pay_type[order.PayWay] ?? order.PayWay}</Fact>
        <Fact label={t.RealName}>{order.RealName || noFigure}</Fact>
        <Fact label={t.account}>
          <Account order={order} />
        </Fact>
        <Fact label={t.BankName}>{order.BankName || noFigure}</Fact>
        {namesPlace(order) && (
          <Fact label={t.place}>{[order.Province, order.City].filter(Boolean).join(' ') || noFigure}</Fact>
        )}
      </Section>
      <Shared count={order.sharedDestination} />
      <Section title={t.evidence}>
        <Fact label={t.totalPay}>
          <Deposits row={order} />
        </Fact>
        <Fact label={t.TotalDS}>
          <Thousandths value={order.TotalDS} />
        </Fact>
        <Fact label={t.difference}>
          <Thousandths value={totalDifference(order)} signed />
        </Fact>
        <Fact label={t.roleRemainMoney}>
          <Thousandths value={order.roleRemainMoney} />
        </Fact>
        <Fact label={t.WaterSum}>
          <Thousandths value={order.WaterSum} />
        </Fact>
        <Fact label={t.EamilMoney}>
          <Thousandths value={order.EamilMoney} />
        </Fact>
        <Fact label={t.adminScore} hint={t.adminScoreHint}>
          <Plain value={adminScore(order)} />
        </Fact>
        <Fact label={t.TotalRollOut}>
          <Thousandths value={order.TotalRollOut} />
        </Fact>
        <Fact label={t.times}>
          <Whole value={order.PersonWithdrawTimes} />
        </Fact>
        <Fact label={t.sameIp} hint={t.sameIpHint}>
          <SameIp row={order} />
        </Fact>
        <Fact label={t.paying} hint={t.payingHint} tone={order.payoutingOrders > 0 ? 'bad' : ''}>
          <Whole value={order.payoutingOrders} />
        </Fact>
        <Fact label={t.level}>{order.userDepositLevel ?? <Unknown />}</Fact>
      </Section>
      <Since platformId={platformId} order={order} />
      <Section title={t.columns.remarks}>
        {(['Comment', 'teamRemark', 'channelRemark', 'salesmanRemark', 'Descript'] as const).map((name) => (
          <Fact key={name} label={t[name]}>
            {order[name] || noFigure}
          </Fact>
        ))}
      </Section>
    </aside>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <Facts>{children}</Facts>
    </section>
  )
}

function Account({ order }: { order: WithdrawalOrder }) {
  const account = accountOf(order, region().callingCode)
  return account ? <CopyText text={account} /> : noFigure
}

/** What is different from the player's last withdrawal that was paid. */
function Since({ platformId, order }: Omit<CardProps, 'close'>) {
  const t = useText(reviewWords)
  const { data } = useCall(
    withdrawals.list,
    {
      platformId,
      roleId: order.AccountID,
      status: [orderStatus.completed],
      allStatus: true,
      tabIndex: 1,
      limit: 2,
      orderby: 'AddTime',
      orderType: 'desc',
    },
    { silent: true },
  )
  if (!data) return null
  const last = data.list.find(({ OrderNo }) => OrderNo !== order.OrderNo)
  if (!last) return <p className="pb-quiet">{t.sinceNone}</p>
  const account = accountOf(last, region().callingCode)
  const moved = account !== accountOf(order, region().callingCode) || last.PayWay !== order.PayWay
  const renamed = last.RealName !== order.RealName
  return (
    <section>
      <h3>{t.sinceTitle}</h3>
      <p className={moved ? 'pb-warn-text' : 'pb-quiet'}>
        {moved ? t.sinceOther(account || noFigure) : t.sinceSame}
      </p>
      {renamed && <p className="pb-warn-text">{t.sinceName(last.RealName)}</p>}
      <Facts>
        <Fact label={t.sinceWhen}>
          <When at={last.AddTime} />
        </Fact>
        <Fact label={t.iMoney}>
          <Thousandths value={last.iMoney} />
        </Fact>
        <Fact label={t.sinceDeposits}>
          <Plain value={plainDifference(order.totalPay, last.totalPay)} />
        </Fact>
        <Fact label={t.sinceWithdrawn}>
          <Thousandths value={thousandthsDifference(order.TotalDS, last.TotalDS)} />
        </Fact>
      </Facts>
    </section>
  )
}

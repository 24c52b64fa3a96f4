import { Alert, Button, Spin, Switch } from 'antd'
import { type ComponentType, type ReactNode, useState } from 'react'
import { settlement } from '../../../contract/settlement.ts'
import { useLive } from '../../kit/live.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { inZone } from '../../kit/region.ts'
import { useAccount } from '../../kit/session.ts'
import { useText } from '../../kit/text.ts'
import { AddressDialog } from './AddressDialog.tsx'
import { ChannelOrdersDialog } from './ChannelOrdersDialog.tsx'
import type { OfAccount } from './of-account.ts'
import { PlatformList } from './PlatformList.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { SettleFigures, type Summary } from './SettleFigures.tsx'
import { SettleLogDialog } from './SettleLogDialog.tsx'
import { SettleNote } from './SettleNote.tsx'
import { settlementWords } from './words.ts'

/** The page reads its figures again each hour while it is looked at. */
const everyMs = 60 * 60_000

type Dialog = 'ask' | 'address' | 'orders' | 'pledge' | 'log'

/** A channel's own profit, its settle form, its address and its platforms. */
export function OwnSettle({ Pledge }: { Pledge: ComponentType<OfAccount> }) {
  const t = useText(settlementWords)
  const account = useAccount()
  const [ignoreZero, setIgnoreZero] = useState(true)
  const [dialog, setDialog] = useState<Dialog>()
  const query = useCall(
    settlement.unsettledSummaryList,
    { ignore0: ignoreZero },
    { everyMs, keep: true, silent: true },
  )
  useLive((event) => {
    if (event.type === 'settlement' || event.type === 'settle-address')
      void refresh(settlement.unsettledSummaryList)
  })
  const summary = query.data
  const close = () => setDialog(undefined)
  const button = (key: Dialog, label: string) => <Button onClick={() => setDialog(key)}>{label}</Button>
  return (
    <div className="pb-settle">
      <SettleNote percent={summary?.percent ?? 90} />
      {query.isError && (
        <Alert
          type="error"
          showIcon
          title={t.systemError(query.error.message)}
          action={<Button onClick={() => void query.refetch()}>↻</Button>}
        />
      )}
      {summary ? (
        <>
          <Obstacle summary={summary} />
          <SettleFigures
            summary={summary}
            actions={
              <Button
                type="primary"
                size="large"
                disabled={!mayAsk(summary)}
                onClick={() => setDialog('ask')}
              >
                {t.ask}
              </Button>
            }
          />
          <div className="pb-settle-tools">
            {button('address', summary.withdrawAddr ? t.changeAddress : t.setAddress)}
            {button('orders', t.orders)}
            {button('log', t.settleLog)}
            {button('pledge', t.pledgeLog)}
            <label>
              <Switch size="small" checked={ignoreZero} onChange={setIgnoreZero} aria-label={t.ignoreZero} />
              {t.ignoreZero}
            </label>
            <span className="pb-quiet">{t.readAt(inZone(new Date(query.dataUpdatedAt)))}</span>
          </div>
          <PlatformList rows={summary.platformUnsettledList} />
        </>
      ) : (
        !query.isError && <Spin />
      )}
      {summary && <RequestDialog open={dialog === 'ask'} summary={summary} close={close} />}
      <AddressDialog open={dialog === 'address'} own="channel" close={close} />
      <ChannelOrdersDialog open={dialog === 'orders'} username={undefined} close={close} />
      <SettleLogDialog username={dialog === 'log' ? account?.username : undefined} close={close} />
      <Pledge username={dialog === 'pledge' ? account?.username : undefined} close={close} />
    </div>
  )
}

const mayAsk = (summary: Summary): boolean =>
  summary.validUnsettledAmount >= summary.minimum &&
  summary.bound &&
  summary.withdrawAddr !== '' &&
  summary.holdUntil === '' &&
  summary.blocked === ''

/** Why nothing can be asked for now, if so. */
function Obstacle({ summary }: { summary: Summary }): ReactNode {
  const t = useText(settlementWords)
  const why =
    summary.blocked === 'pending'
      ? t.blockedPending
      : summary.blocked === 'today'
        ? t.blockedToday
        : !summary.bound || summary.withdrawAddr === ''
          ? summary.withdrawAddr
            ? t.needsKey
            : t.needsAddress
          : summary.holdUntil
            ? t.onHold(summary.holdUntil)
            : summary.validUnsettledAmount < summary.minimum
              ? t.nothing
              : ''
  return why ? <Alert type={summary.blocked ? 'info' : 'warning'} showIcon title={why} /> : null
}

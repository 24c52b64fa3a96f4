import { Button, Form, Input } from 'antd'
import { type ComponentType, useState } from 'react'
import { settlement } from '../../../contract/settlement.ts'
import { settlementMessages } from '../../../contract/settlement-messages.ts'
import { usePage } from '../../kit/page.tsx'
import { useCall } from '../../kit/query.ts'
import { useSay, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { ChannelOrdersDialog } from './ChannelOrdersDialog.tsx'
import type { OfAccount } from './of-account.ts'
import { PlatformList } from './PlatformList.tsx'
import { SettleFigures } from './SettleFigures.tsx'
import { SettleLogDialog } from './SettleLogDialog.tsx'
import { SettleNote } from './SettleNote.tsx'
import { settlementWords } from './words.ts'

interface Sought {
  channel_account?: string
  ProxyId?: string
}

const everyMs = 60 * 60_000

/** What a channel sees of its profit, for staff: found by name or player id, and only read. */
export function SearchSettle({ Pledge }: { Pledge: ComponentType<OfAccount> }) {
  const t = useText(settlementWords)
  const say = useSay()
  const { search, setSearch } = usePage()
  const [form] = Form.useForm<Sought>()
  const [dialog, setDialog] = useState<'orders' | 'pledge' | 'log'>()
  const given = new URLSearchParams(search)
  const sought: Sought = {
    channel_account: given.get('channel_account') ?? '',
    ProxyId: given.get('ProxyId') ?? '',
  }
  const asked = Boolean(sought.channel_account) || Boolean(sought.ProxyId)
  const query = useCall(
    settlement.unsettledSummaryList,
    { ...sought, ignore0: true },
    { enabled: asked, everyMs },
  )
  const summary = asked && !query.isError ? query.data : undefined
  const find = (values: Sought) => {
    const named = Object.entries(values).map(([name, value]) => [name, String(value ?? '').trim()] as const)
    const filled = named.filter(([, value]) => value !== '')
    if (filled.length === 0) return toast.warning(say(settlementMessages['settlement.accountMissing']))
    setSearch(new URLSearchParams(filled.map(([name, value]) => [name, value])).toString())
    return query.refetch()
  }
  const close = () => setDialog(undefined)
  return (
    <div className="pb-settle">
      <SettleNote percent={summary?.percent ?? 90} />
      <Form<Sought>
        form={form}
        layout="inline"
        initialValues={sought}
        onFinish={(values) => void find(values)}
      >
        <Form.Item name="channel_account" label={t.channelAccount}>
          <Input allowClear maxLength={64} />
        </Form.Item>
        <Form.Item name="ProxyId" label={t.proxyId}>
          <Input allowClear maxLength={19} inputMode="numeric" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={query.isFetching}>
          {t.search}
        </Button>
      </Form>
      {summary ? (
        <>
          <h2 className="pb-settle-name">{t.channelInfo(summary.username, summary.remark)}</h2>
          <SettleFigures summary={summary} />
          <div className="pb-settle-tools">
            <Button onClick={() => setDialog('orders')}>{t.orders}</Button>
            <Button onClick={() => setDialog('log')}>{t.settleLog}</Button>
            <Button onClick={() => setDialog('pledge')}>{t.pledgeLog}</Button>
          </div>
          <PlatformList rows={summary.platformUnsettledList} />
        </>
      ) : (
        <p className="pb-quiet">{t.searchFirst}</p>
      )}
      <ChannelOrdersDialog open={dialog === 'orders'} username={summary?.username} close={close} />
      <SettleLogDialog username={dialog === 'log' ? summary?.username : undefined} close={close} />
      <Pledge username={dialog === 'pledge' ? summary?.username : undefined} close={close} />
    </div>
  )
}

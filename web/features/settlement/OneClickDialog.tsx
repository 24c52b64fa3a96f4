import './settlement.css'
import { Alert } from 'antd'
import { settlement } from '../../../contract/settlement.ts'
import { call } from '../../kit/api.ts'
import { figure } from '../../kit/figures.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useIdentity } from '../../kit/IdentityDialog.tsx'
import { refresh, useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { settlementWords } from './words.ts'

/** What is settled by one click: the ticked rows of one account. */
export interface OneClick {
  channelAccount: string
  platformIds: readonly number[]
  /** Unsettled amounts of the ticked rows, each rounded, added up. */
  amount: number
}

interface OneClickProps {
  of: OneClick | undefined
  level: 'channel' | 'subChannel'
  /** What else is out of date afterwards. */
  done?: () => void
  close: () => void
}

interface Values {
  settleAmount: string
}

/** Books what an account is owed on the ticked platforms, at once. */
export function OneClickDialog({ of, level, done, close }: OneClickProps) {
  const t = useText(settlementWords)
  const { verify, dialog } = useIdentity()
  const endpoint = level === 'channel' ? settlement.channelSettle : settlement.subChannelSettle
  const target = { channel_account: of?.channelAccount ?? '', platform_ids: [...(of?.platformIds ?? [])] }
  const { data } = useCall(endpoint, target, { enabled: of !== undefined, staleMs: 0 })
  const limit = data?.unSettleAmountTotal
  const shown = limit === undefined ? '…' : figure(limit, 'plain')
  return (
    <>
      <FormDialog<Values>
        open={of !== undefined && limit !== undefined}
        title={t.oneClickOf(of?.channelAccount ?? '')}
        initial={{ settleAmount: String(Math.max(0, Math.min(of?.amount ?? 0, limit ?? 0))) }}
        note={<Alert type="info" showIcon title={t.oneClickNote} />}
        fields={[
          {
            type: 'input',
            name: 'settleAmount',
            label: t.oneClickAmount,
            required: true,
            numeric: true,
            max: 15,
            hint: t.oneClickLimit(shown),
            check: (value) => {
              const amount = Number(value)
              if (!(amount >= 1)) return t.oneClickLow
              return limit !== undefined && amount > limit ? t.oneClickHigh(shown) : undefined
            },
          },
        ]}
        submit={async (values) => {
          const left = await verify((identify_code) =>
            call(
              endpoint,
              { ...target, event: 'update' as const, ...values, identify_code },
              { silent: true },
            ),
          )
          toast.success(t.oneClickDone(figure(left.unSettleAmountTotal, 'plain')))
          await Promise.all([refresh(settlement.settleLog), refresh(endpoint)])
          done?.()
        }}
        close={close}
      />
      {dialog}
    </>
  )
}

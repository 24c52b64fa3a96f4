import { Alert } from 'antd'
import { settlement } from '../../../contract/settlement.ts'
import { call } from '../../kit/api.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { refresh, useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { settlementWords } from './words.ts'

interface Address {
  withdraw_addr: string
  code: string
}

interface AddressProps {
  open: boolean
  /** Whose call it is: a channel's or a sub-channel's. Either edits its own address only. */
  own: 'channel' | 'subChannel'
  close: () => void
}

/** The address money is sent to. The first time it also binds the key that confirms settlements. */
export function AddressDialog({ open, own, close }: AddressProps) {
  const t = useText(settlementWords)
  const endpoint = own === 'channel' ? settlement.channelAddress : settlement.subChannelAddress
  const { data, isFetching } = useCall(endpoint, {}, { enabled: open, staleMs: 0 })
  const ready = open && data !== undefined && !isFetching
  return (
    <FormDialog<Address>
      open={ready}
      title={t.addressTitle}
      strict
      okText={t.save}
      width={560}
      initial={{ withdraw_addr: data?.withdraw_addr ?? '' }}
      note={
        <>
          {data?.holdUntil && <Alert type="warning" showIcon title={t.onHold(data.holdUntil)} />}
          {data?.isShow && (
            <section className="pb-settle-bind" aria-label={t.bindTitle}>
              <img src={data.qrCodeUrl} alt={t.qr} width={132} height={132} />
              <div>
                <strong>{t.bindTitle}</strong>
                <p>{t.bindText}</p>
                <span className="pb-quiet">{t.secret}</span>
                <code>
                  <CopyText text={data.secret} />
                </code>
              </div>
            </section>
          )}
        </>
      }
      fields={[
        {
          type: 'input',
          name: 'withdraw_addr',
          label: t.address,
          required: true,
          missing: t.addressMissing,
          max: 128,
          autoComplete: 'off',
          hint: t.addressHint((data?.networks ?? []).join(' / ')),
        },
        {
          type: 'input',
          name: 'code',
          label: t.code,
          required: true,
          missing: t.codeMissing,
          max: 6,
          numeric: true,
          autoComplete: 'one-time-code',
        },
      ]}
      submit={async (values) => {
        await call(endpoint, { isEdit: 1, ...values }, { silent: true })
        toast.success(t.addressSaved)
        await Promise.all([refresh(settlement.unsettledSummaryList), refresh(endpoint)])
      }}
      close={close}
    />
  )
}

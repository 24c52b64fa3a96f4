import type { FormInstance } from 'antd'
import { Alert, Form } from 'antd'
import { useEffect } from 'react'
import { settlement } from '../../../contract/settlement.ts'
import { ApiError, call } from '../../kit/api.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { figure } from '../../kit/figures.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { refresh } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { inU } from './in-u.ts'
import type { Order } from './order-columns.tsx'
import { settlementWords } from './words.ts'

interface Decision {
  status: 1 | 2
  hd_remark: string
  ex_rate?: string
  settle_u?: string
}

interface HandleProps {
  order: Order | undefined
  /** Rate to begin with, and the day it is of; '' without one. */
  rate: string
  rateDay: string
  close: () => void
}

const paid = ({ status }: Partial<Decision>) => status === 1

/** Finance says that an order was paid, and at which rate, or refuses it. */
export function HandleDialog({ order, rate, rateDay, close }: HandleProps) {
  const t = useText(settlementWords)
  const first = order?.proposed_rate === null ? rate : String(order?.proposed_rate ?? rate)
  const amount = order?.amount ?? 0
  const submit = async (values: Decision) => {
    if (!order) return
    const params = {
      id: order.id,
      status: values.status,
      hd_remark: values.hd_remark,
      ...(values.status === 1 ? { ex_rate: values.ex_rate, settle_u: values.settle_u } : {}),
    }
    const lines = await call(settlement.handle, params, { silent: true }).catch(async (error: unknown) => {
      // A rate far from the recent ones is refused at its own field, and can be handed to a second person.
      if (!(error instanceof ApiError && error.field === 'ex_rate' && values.ex_rate)) throw error
      const agreed = await ask({
        title: t.farTitle,
        content: error.message,
        ok: t.askSecond,
        cancel: t.back,
      })
      if (!agreed) throw error
      return call(settlement.handle, { ...params, propose: 1 as const }, { silent: true })
    })
    toast.success(<span className="pb-settle-said">{[t.handled, ...lines].join('\n')}</span>)
    await Promise.all([refresh(settlement.orders), refresh(settlement.settleLog)])
  }
  return (
    <FormDialog<Decision>
      open={order !== undefined}
      title={order ? t.handleOf(order.id, order.username) : ''}
      initial={first ? { ex_rate: first, settle_u: inU(amount, first) } : {}}
      note={
        order && (
          <>
            {order.proposed_rate !== null && (
              <Alert
                type="warning"
                showIcon
                title={t.proposed(String(order.proposed_rate), order.proposed_by)}
              />
            )}
            {order.address_note && <Alert type="warning" showIcon title={order.address_note} />}
            <dl className="pb-settle-terms">
              <div>
                <dt>{t.order.amount}</dt>
                <dd>
                  <Money plain={order.amount} strong currency />
                </dd>
              </div>
              <div>
                <dt>{t.payTo}</dt>
                <dd>
                  <CopyText text={order.withdraw_addr} />
                </dd>
              </div>
              <div>
                <dt>{t.order.pledge_u}</dt>
                <dd>{figure(order.pledge_u, 'count')} U</dd>
              </div>
            </dl>
          </>
        )
      }
      fields={[
        {
          type: 'radio',
          name: 'status',
          label: t.decision,
          required: true,
          missing: t.statusMissing,
          options: [
            { value: 1, label: t.transferred },
            { value: 2, label: t.refused },
          ],
        },
        {
          type: 'input',
          name: 'ex_rate',
          label: t.rate,
          required: true,
          missing: t.rateMissing,
          numeric: true,
          max: 14,
          when: paid,
          hint: rateDay ? t.rateHint(rateDay) : undefined,
          check: (value) => (Number(value) > 0 ? undefined : t.rateMissing),
        },
        {
          type: 'custom',
          name: 'settle_u',
          label: t.settleU,
          when: paid,
          control: (form) => <FromRate form={form} amount={amount} />,
        },
        {
          type: 'textare',
          name: 'hd_remark',
          label: t.order.hd_remark,
          required: true,
          missing: t.remarkMissing,
          max: 500,
          rows: 2,
          hint: t.remarkHint,
        },
      ]}
      submit={submit}
      close={close}
    />
  )
}

/** The U that follow from the rate, as it is typed. */
function FromRate({ form, amount }: { form: FormInstance<Decision>; amount: number }) {
  const rate = Form.useWatch('ex_rate', form)
  const settleU = inU(amount, rate ?? '')
  useEffect(() => form.setFieldValue('settle_u', settleU), [form, settleU])
  return <strong className="pb-figure">{settleU ? `${settleU} U` : '–'}</strong>
}

import { Alert, Button, type FormInstance, Input } from 'antd'
import { useMemo } from 'react'
import { type WithdrawalOrder, withdrawalMessages, withdrawals } from '../../../contract/withdrawals.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { Field } from '../../kit/form/types.ts'
import { Money } from '../../kit/Money.tsx'
import { useCall } from '../../kit/query.ts'
import { region } from '../../kit/region.ts'
import { useSay, useText } from '../../kit/text.ts'
import type { Deed } from './deeds.ts'
import type { PayoutChannel } from './desk.ts'
import { accountOf } from './destination.ts'
import { mailTemplates } from './templates.ts'
import { reviewWords } from './words.ts'

/** A deed that wants something entered, on the orders as they were when it was asked for. */
export interface Asked {
  deed: Deed
  orders: readonly WithdrawalOrder[]
  batch: boolean
}

export interface Entered {
  checkUser?: string
  description?: string
  nRequireMul?: string
  dm?: string
  remark?: string
  content?: string
  /** 0: each order through the channel of its row. */
  channelId?: number
}

interface DecisionDialogProps {
  asked: Asked
  open: boolean
  platformId: number
  me: string
  /** May assign orders to other checkers. */
  assigns: boolean
  channels: readonly PayoutChannel[]
  channel: number | undefined
  submit: (asked: Asked, entered: Entered) => Promise<unknown>
  close: () => void
}

/** Asks for what a decision needs. It names its orders, so nobody confirms another one than the one meant. */
export function DecisionDialog({ asked, open, submit, close, ...rest }: DecisionDialogProps) {
  const t = useText(reviewWords)
  const { deed, batch, orders } = asked
  const fields = useFields(asked, open, rest)
  const initial = useMemo<Entered>(() => {
    const [first] = orders
    if (deed === 'lock') return { checkUser: rest.me }
    if (deed === 'remark') return { remark: first?.Comment ?? '' }
    if (deed === 'review') {
      const channelId = batch ? 0 : rest.channel
      return channelId === undefined ? {} : { channelId }
    }
    return {}
  }, [deed, batch, orders, rest.me, rest.channel])
  const title = deed === 'review' ? t.submitTitle : t.deeds[deed]
  return (
    <FormDialog<Entered>
      open={open}
      title={deed === 'unlock' && orders[0]?.status === 7 ? t.cancelHold : title}
      fields={fields}
      initial={initial}
      danger={deed === 'confiscate'}
      {...(deed === 'review' ? { okText: t.submit } : {})}
      note={<About asked={asked} />}
      submit={(entered) => submit(asked, entered)}
      close={close}
    />
  )
}

type FieldFacts = Omit<DecisionDialogProps, 'asked' | 'open' | 'submit' | 'close'>

function useFields({ deed, batch }: Asked, open: boolean, facts: FieldFacts): Field<Entered>[] {
  const t = useText(reviewWords)
  const say = useSay()
  const missing = (code: keyof typeof withdrawalMessages) => say(withdrawalMessages[code])
  const checkers = useCall(
    withdrawals.checkers,
    { platformId: facts.platformId },
    { enabled: open && deed === 'lock' && facts.assigns, silent: true },
  )
  switch (deed) {
    case 'lock': {
      const names = checkers.data?.list.map(({ username }) => username) ?? []
      const known = facts.assigns ? [...new Set([facts.me, ...names])] : [facts.me]
      return [
        {
          type: 'select',
          name: 'checkUser',
          label: t.checkUser,
          required: true,
          options: known.map((name) => ({ value: name, label: name })),
        },
      ]
    }
    case 'review': {
      const own = batch ? [{ value: 0, label: t.ownChannel }] : []
      const options = facts.channels.map((channel) => ({
        value: channel.ChannelId,
        label: channel.ChannelName,
      }))
      return [
        {
          type: 'select',
          name: 'channelId',
          label: t.channel,
          required: true,
          missing: missing('withdrawals.channelNotSelected'),
          options: [...own, ...options],
        },
      ]
    }
    case 'refuse':
    case 'confiscate':
      return [
        {
          type: 'textare',
          name: 'description',
          label: t.description,
          required: true,
          missing: missing('withdrawals.descriptionRequired'),
          max: 500,
          rows: 3,
          hint: t.descriptionHint,
        },
      ]
    case 'unlock':
      return [{ type: 'textare', name: 'description', label: t.optionalReason, max: 500, rows: 3 }]
    case 'refuseDuty':
      return [
        {
          type: 'input',
          name: 'nRequireMul',
          label: t.nRequireMul,
          required: true,
          missing: missing('withdrawals.multipleRequired'),
          numeric: true,
          hint: t.nRequireMulHint,
          check: (value) => (isMultiple(String(value ?? '')) ? undefined : t.nRequireMulWrong),
        },
      ]
    case 'duty':
      return [
        {
          type: 'input',
          name: 'dm',
          label: t.dm,
          required: true,
          missing: missing('withdrawals.dutyRequired'),
          numeric: true,
          hint: t.dmHint,
          check: (value) => (isDuty(String(value ?? '')) ? undefined : t.dmWrong),
        },
      ]
    case 'remark':
      return [
        {
          type: 'textare',
          name: 'remark',
          label: t.remark,
          required: true,
          missing: missing('withdrawals.remarkRequired'),
          max: 500,
          hint: t.remarkHint,
        },
      ]
    case 'mail':
      return [
        {
          type: 'custom',
          name: 'content',
          label: t.mailContent,
          required: true,
          missing: missing('withdrawals.mailRequired'),
          hint: t.mailHint,
          control: (form) => <MailText form={form} />,
        },
      ]
    default:
      return []
  }
}

const isMultiple = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,2})?$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100
const isDuty = (text: string): boolean => /^\d{1,12}(\.\d{1,3})?$/.test(text.trim()) && Number(text) > 0

interface MailTextProps {
  form: FormInstance<Entered>
  // antd's Form.Item hands these to its child.
  id?: string
  value?: string
  onChange?: (text: string) => void
}

function MailText({ form, id, value = '', onChange }: MailTextProps) {
  const t = useText(reviewWords)
  const set = (text: string) => {
    onChange?.(text)
    void form.validateFields(['content'], { dirty: true }).catch(() => {})
  }
  return (
    <div>
      <div className="pb-templates">
        <span className="pb-quiet">{t.templates}</span>
        <Button size="small" onClick={() => set(mailTemplates.cpf)}>
          {t.templateCpf}
        </Button>
        <Button size="small" onClick={() => set('')}>
          {t.clear}
        </Button>
      </div>
      <Input.TextArea
        {...(id ? { id } : {})}
        rows={6}
        maxLength={1000}
        showCount
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </div>
  )
}

function About({ asked: { deed, orders, batch } }: { asked: Asked }) {
  const t = useText(reviewWords)
  const [first] = orders
  const total = orders.reduce((sum, { RealPay }) => sum + BigInt(RealPay), 0n)
  const ofPlayer = deed === 'mail' || deed === 'remark' || deed === 'duty'
  return (
    <>
      <div className="pb-about">
        {batch ? (
          <span>
            {t.aboutMany(orders.length)} <Money thousandths={total} strong currency />
          </span>
        ) : (
          first && (
            <>
              <span>
                {ofPlayer ? t.aboutPlayer(first.AccountID) : t.about(first.OrderNo, first.AccountID)}
              </span>
              {!ofPlayer && (
                <span>
                  <Money thousandths={first.RealPay} strong currency /> {'→ '}
                  {[first.RealName, accountOf(first, region().callingCode)].filter(Boolean).join(' ')}
                </span>
              )}
            </>
          )
        )}
      </div>
      {deed === 'confiscate' && <Alert type="warning" showIcon title={t.confiscateNote} />}
    </>
  )
}

import { Form } from 'antd'
import { accounts } from '../../../contract/accounts.ts'
import { accountMessages } from '../../../contract/accounts-messages.ts'
import { call } from '../../kit/api.ts'
import { figure } from '../../kit/figures.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useIdentity } from '../../kit/IdentityDialog.tsx'
import { refresh } from '../../kit/query.ts'
import { useSay, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import type { Channel } from './people.ts'
import { accountWords } from './words.ts'

interface Pledge {
  ptype: 1 | 2
  pledge_u: string
}

/** Takes a pledge or gives some of it back, in whole U. */
export function PledgeDialog({ row, close }: { row: Channel | undefined; close: () => void }) {
  const t = useText(accountWords)
  const say = useSay()
  const held = row?.pledge_u ?? 0
  const { verify, dialog } = useIdentity()
  return (
    <>
      <FormDialog<Pledge>
        open={row !== undefined}
        title={t.pledgeOf(row?.username ?? '')}
        fields={[
          { type: 'text', label: t.pledgeNow, content: <strong>{figure(held, 'count')} U</strong> },
          {
            type: 'radio',
            name: 'ptype',
            label: t.pledgeType,
            required: true,
            missing: say(accountMessages['accounts.pledgeTypeMissing']),
            options: [
              { value: 1, label: t.pledgeIn },
              { value: 2, label: t.pledgeOut },
            ],
          },
          {
            type: 'input',
            name: 'pledge_u',
            label: t.pledgeAmount,
            required: true,
            numeric: true,
            max: 12,
            missing: say(accountMessages['accounts.pledgeAmount']),
            dependsOn: ['ptype'],
            hint: <After held={held} />,
            check: (value, { ptype }) => {
              if (!/^0*[1-9]\d{0,11}$/.test(String(value).trim()))
                return say(accountMessages['accounts.pledgeAmount'])
              return ptype === 2 && Number(value) > held
                ? say(accountMessages['accounts.pledgeTooMuch']).replace('{balance}', String(held))
                : undefined
            },
          },
        ]}
        submit={async ({ ptype, pledge_u }) => {
          if (!row) return
          const now = await verify((identify_code) =>
            call(
              accounts.channelPledgeUEdit,
              { id: row.id, ptype, pledge_u: pledge_u.trim(), identify_code },
              { silent: true },
            ),
          )
          toast.success(t.pledgeChanged(figure(now.pledge_u, 'count')))
          await Promise.all([refresh(accounts.channels), refresh(accounts.pledgeUlog)])
        }}
        close={close}
      />
      {dialog}
    </>
  )
}

/** What the pledge would be, as soon as type and amount say so. */
function After({ held }: { held: number }) {
  const t = useText(accountWords)
  const form = Form.useFormInstance<Pledge>()
  const type = Form.useWatch('ptype', form)
  const amount = Form.useWatch('pledge_u', form)
  const change = /^\d{1,12}$/.test((amount ?? '').trim()) ? Number(amount) : 0
  const then = type === 2 ? held - change : held + change
  if (!type || change === 0 || then < 0) return null
  return <>{t.pledgeAfter(figure(then, 'count'))}</>
}

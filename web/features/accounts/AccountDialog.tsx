import { AutoComplete } from 'antd'
import { accountMessages } from '../../../contract/accounts-messages.ts'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { Field } from '../../kit/form/types.ts'
import type { Option } from '../../kit/list/types.ts'
import { refresh } from '../../kit/query.ts'
import { useSay, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { ParentSelect } from './ParentSelect.tsx'
import { encrypted, wrongConfirmation, wrongPassword } from './passwords.ts'
import type { Kind } from './people.ts'
import { accountWords } from './words.ts'

/** What the form holds; passwords as typed. */
interface PersonForm {
  group_id: number
  username: string
  pwd: string
  conf_pwd: string
  remark: string
  role_id: string
  business: string
  ParentID?: number
}
/** The form as the calls take it; of an edited account without its passwords unless they change. */
type PersonSent = Omit<PersonForm, 'pwd' | 'conf_pwd'> & { pwd: string; conf_pwd: string }

interface Edited {
  id: number
  username: string
  group_id: number
  remark: string
  role_id?: string
  business?: string
  ParentID?: number
  parentsData?: readonly { id: number; username: string; type: number }[]
}

interface AccountDialogProps {
  open: boolean
  /** The account to change; nothing for a new one. */
  row?: Edited | undefined
  kind: Kind
  roles: readonly Option[]
  list: Endpoint
  /** Names of business people in use; the field is there only with them. */
  business?: readonly string[]
  /** The player id: asked of new accounts, and whether it must be given. */
  playerId?: 'optional' | 'required'
  /** Kinds that may stand above; a choice for staff only. */
  above?: readonly Kind[] | undefined
  save: (values: PersonSent) => Promise<unknown>
  close: () => void
}

/** Adds an account or changes one. Name and player id stay as they were given. */
export function AccountDialog({ open, row, kind, roles, list, playerId, ...props }: AccountDialogProps) {
  const t = useText(accountWords)
  const say = useSay()
  const missing = say(accountMessages['accounts.incomplete'])
  const wrong = (found: ReturnType<typeof wrongPassword>) => (found ? say(found) : undefined)
  const fields: Field<PersonForm>[] = [
    ...(row
      ? [
          { type: 'text' as const, label: t.username, content: row.username },
          ...(row.role_id ? [{ type: 'text' as const, label: t.playerId, content: row.role_id }] : []),
        ]
      : []),
    {
      type: 'select',
      name: 'group_id',
      label: t.role,
      required: true,
      missing,
      options: roles,
      ...(row ? { hint: t.roleHint } : {}),
    },
    ...(row
      ? []
      : [
          {
            type: 'input' as const,
            name: 'username' as const,
            label: t.username,
            required: true,
            missing,
            max: 32,
            hint: t.usernameHint,
            check: (value: unknown) =>
              /^[A-Za-z0-9_.-]{3,32}$/.test(String(value).trim())
                ? undefined
                : say(accountMessages['accounts.usernameShape']),
          },
        ]),
    {
      type: 'password',
      name: 'pwd',
      label: t.password,
      hint: row ? t.passwordKeep : t.passwordHint,
      check: (_, values) => wrong(wrongPassword(values)),
      ...(row ? {} : { required: true, missing }),
    },
    {
      type: 'password',
      name: 'conf_pwd',
      label: t.confirmPassword,
      dependsOn: ['pwd'],
      check: (_, values) => wrong(wrongConfirmation(values)),
      ...(row ? {} : { required: true, missing }),
    },
    ...(!row && playerId
      ? [
          {
            type: 'input' as const,
            name: 'role_id' as const,
            label: t.playerId,
            max: 19,
            numeric: true,
            hint: t.playerIdHint,
            check: (value: unknown) =>
              value && !/^\d{1,19}$/.test(String(value).trim())
                ? say(accountMessages['accounts.playerIdShape'])
                : undefined,
            ...(playerId === 'required'
              ? { required: true, missing: say(accountMessages['accounts.playerIdRequired']) }
              : {}),
          },
        ]
      : []),
    ...(props.above
      ? [
          {
            type: 'custom' as const,
            name: 'ParentID' as const,
            label: t.parent,
            hint: row ? t.parentKeep : t.parentHint,
            control: () => <ParentSelect kinds={props.above ?? []} known={row?.parentsData?.at(-1)} />,
          },
        ]
      : []),
    ...(props.business
      ? [
          {
            type: 'custom' as const,
            name: 'business' as const,
            label: t.business,
            control: () => (
              <AutoComplete
                placeholder={t.businessHint}
                maxLength={100}
                options={(props.business ?? []).map((value) => ({ value }))}
                showSearch={{ filterOption: true }}
              />
            ),
          },
        ]
      : []),
    { type: 'textare', name: 'remark', label: t.remark, max: 500, rows: 3 },
  ]
  return (
    <FormDialog<PersonForm>
      open={open}
      title={row ? t.editTitle(t.kinds[kind] ?? '', row.username) : t.addTitle(t.kinds[kind] ?? '')}
      fields={fields}
      initial={
        row
          ? {
              group_id: row.group_id,
              remark: row.remark,
              business: row.business ?? '',
              ...(props.above && row.ParentID ? { ParentID: row.ParentID } : {}),
            }
          : { remark: '', business: '' }
      }
      close={props.close}
      submit={async (values) => {
        const passwords = await encrypted(values)
        const { pwd: _, conf_pwd: __, ...rest } = values
        await props.save({ ...rest, pwd: passwords?.pwd ?? '', conf_pwd: passwords?.conf_pwd ?? '' })
        toast.success(row ? t.saved : t.added)
        await refresh(list)
      }}
    />
  )
}

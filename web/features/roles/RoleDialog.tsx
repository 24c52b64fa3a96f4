import type { Kind } from '../../../contract/kit/kinds.ts'
import { roleMessages, roles } from '../../../contract/roles.ts'
import { call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { refresh } from '../../kit/query.ts'
import { useRoleTitle } from '../../kit/RoleTitle.tsx'
import { useSay, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { roleWords } from './words.ts'

interface RoleForm {
  role_name: string
  type: Kind
  status: boolean
}
interface RoleDialogProps {
  open: boolean
  /** The role to change; nothing for a new one. */
  role: { id: number; title: string; type: number; status: number; accounts: number } | undefined
  /** Kind a new role is for, unless chosen otherwise. */
  usual: Kind
  close: () => void
}

/** Name and kind of a role, and whether it may be used. */
export function RoleDialog({ open, role, usual, close }: RoleDialogProps) {
  const t = useText(roleWords)
  const say = useSay()
  const titleOf = useRoleTitle()
  return (
    <FormDialog<RoleForm>
      open={open}
      title={role ? t.editRole(titleOf(role.id, role.title)) : t.addRole}
      initial={
        role
          ? { role_name: role.title, type: role.type as Kind, status: role.status === 1 }
          : { type: usual, status: true }
      }
      fields={[
        {
          type: 'input',
          name: 'role_name',
          label: t.title,
          required: true,
          missing: say(roleMessages['roles.nameRequired']),
          max: 60,
        },
        {
          type: 'select',
          name: 'type',
          label: t.type,
          required: true,
          disabled: (role?.accounts ?? 0) > 0,
          options: Object.entries(t.types).map(([value, label]) => ({ value: Number(value), label })),
        },
        { type: 'switch', name: 'status', label: t.enabled, hint: t.statusHint, when: () => Boolean(role) },
      ]}
      submit={async ({ role_name, type, status }) => {
        await (role
          ? call(roles.roleedit, { id: role.id, role_name, type, status: status ? 1 : 0 }, { silent: true })
          : call(roles.roleadd, { role_name, type }, { silent: true }))
        toast.success(role ? t.saved : t.added)
        await refresh(roles.roles)
      }}
      close={close}
    />
  )
}

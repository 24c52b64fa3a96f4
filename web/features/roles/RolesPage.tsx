import './roles.css'
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { roles } from '../../../contract/roles.ts'
import { call } from '../../kit/api.ts'
import { HistoryDialog } from '../../kit/history/HistoryDialog.tsx'
import { historyWords } from '../../kit/history/words.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column, RowAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { refresh } from '../../kit/query.ts'
import { useRoleTitle } from '../../kit/RoleTitle.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { GrantDialog } from './GrantDialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { useRoleReading } from './reading.ts'
import { roleWords } from './words.ts'

export type Role = ResultOf<typeof roles.roles>['list'][number]
type Opened = { what: 'add' } | { what: 'edit' | 'grant' | 'history'; role: Role }

/** Roles by kind: what each may do, and who has it. */
export function RolesPage() {
  const t = useText(roleWords)
  const kit = useText(kitWords)
  const { history } = useText(historyWords)
  const may = useMay()
  const titleOf = useRoleTitle()
  const [opened, setOpened] = useState<Opened>()
  const reading = useRoleReading()
  const close = () => setOpened(undefined)
  const about = (what: Opened['what']): Role | undefined =>
    opened?.what === what && 'role' in opened ? opened.role : undefined

  const remove = async ({ id, title }: Role) => {
    const sure = await ask({
      title: t.removeAsk(titleOf(id, title)),
      content: t.removeText,
      ok: t.remove,
      cancel: kit.cancel,
      danger: true,
    })
    if (!sure) return
    await call(roles.roledel, { id })
    toast.success(t.removed)
    await refresh(roles.roles)
  }
  const columns: Column<Role>[] = [
    { key: 'id', title: t.id, width: 80 },
    {
      key: 'title',
      title: t.title,
      width: 240,
      cell: (row) => (
        <>
          {titleOf(row.id, row.title)}{' '}
          {row.holds_all === 1 && <small className="pb-quiet">{t.holdsAll}</small>}
        </>
      ),
      text: ({ title }) => title,
    },
    {
      key: 'type',
      title: t.type,
      width: 120,
      cell: ({ type }) => <StatusTag tone="info">{t.types[type]}</StatusTag>,
      text: ({ type }) => t.types[type] ?? '',
    },
    {
      key: 'status',
      title: t.status,
      width: 110,
      cell: ({ status }) => (
        <StatusTag tone={status ? 'good' : 'bad'}>{status ? t.enabled : t.disabled}</StatusTag>
      ),
      text: ({ status }) => (status ? t.enabled : t.disabled),
    },
    { key: 'accounts', title: t.accounts, hint: t.accountsHint, width: 120 },
  ]
  const mayGrant = may(roles.rolerulesedit) && may(roles.rolerulesPreview)
  const rowActions = (role: Role): RowAction[] => {
    const offered: (RowAction & { may: boolean })[] = [
      {
        key: 'grant',
        label: mayGrant && !role.holds_all ? t.authorize : t.seeRules,
        may: may(roles.rolerules),
        run: async () => {
          await refresh(roles.rolerules)
          setOpened({ what: 'grant', role })
        },
      },
      {
        key: 'edit',
        label: t.edit,
        may: may(roles.roleedit),
        run: () => setOpened({ what: 'edit', role }),
      },
      {
        key: 'history',
        label: history,
        may: may(accounts.auditLog),
        run: () => setOpened({ what: 'history', role }),
      },
      {
        key: 'remove',
        label: t.remove,
        danger: true,
        may: may(roles.roledel),
        disabled: role.holds_all === 1 ? t.holdsAll : role.accounts > 0 ? t.inUse : false,
        run: () => remove(role),
      },
    ]
    return offered.filter((action) => action.may)
  }
  const looked = about('history')
  return (
    <>
      <ListPage
        source={roles.roles}
        columns={columns}
        rowKey={({ id }) => String(id)}
        filters={(data) => [
          {
            type: 'select',
            name: 'type',
            label: t.type,
            options: Object.entries(data?.configs.system_role_type ?? t.types).map(([value, label]) => ({
              value,
              label,
            })),
            immediate: true,
          },
        ]}
        actions={
          may(roles.roleadd)
            ? [
                {
                  key: 'add',
                  label: t.add,
                  icon: <PlusOutlined />,
                  primary: true,
                  run: () => setOpened({ what: 'add' }),
                },
              ]
            : []
        }
        rowActions={rowActions}
        actionsWidth={270}
      />
      <RoleDialog
        open={opened?.what === 'add' || opened?.what === 'edit'}
        role={about('edit')}
        usual={kind.staff}
        close={close}
      />
      <GrantDialog
        role={about('grant')}
        readOnly={!mayGrant || about('grant')?.holds_all === 1}
        close={close}
      />
      <HistoryDialog
        of={looked && { entity: 'role', entityId: String(looked.id), name: titleOf(looked.id, looked.title) }}
        close={close}
        {...reading}
      />
    </>
  )
}

import './roles.css'
import { CaretDownOutlined, CaretRightOutlined, PlusOutlined, SyncOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import { type RuleNode, roles } from '../../../contract/roles.ts'
import { call } from '../../kit/api.ts'
import { HistoryDialog } from '../../kit/history/HistoryDialog.tsx'
import { historyWords } from '../../kit/history/words.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { Toolbar } from '../../kit/list/Toolbar.tsx'
import type { Column, RowAction, ToolbarAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useLanguage, useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { useRoleReading } from './reading.ts'
import { placesOf, rowsOf, type TreeRow } from './ticking.ts'
import { retitled, useRuleTitle } from './titles.ts'
import { roleWords } from './words.ts'

export const StaffRulesPage = () => <RulesPage type={1} />
export const ChannelRulesPage = () => <RulesPage type={3} />

type RuleRow = Omit<RuleNode, 'children'> & { row: TreeRow; rule: RuleNode }
type Opened = { what: 'add'; below: number } | { what: 'edit' | 'history'; rule: RuleNode }
const tableId = 'roles.auths'

/** The rules of the back office (1) or of the channel side (3) as a tree. */
function RulesPage({ type }: { type: 1 | 3 }) {
  const t = useText(roleWords)
  const kit = useText(kitWords)
  const { history } = useText(historyWords)
  const may = useMay()
  const language = useLanguage()
  const reading = useRoleReading()
  const query = useCall(roles.auths, { type }, { keep: true })
  const rules = query.isError ? undefined : query.data
  const [toggledRows, setToggled] = useState<ReadonlySet<number>>(new Set())
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Opened>()
  const titleOf = useRuleTitle()
  const tree = rules?.menuList
  const rows = useMemo(() => {
    // Groups stand open, pages closed, until somebody opens or closes one.
    const closed = new Set(
      (rules?.menuOptions ?? [])
        .filter(({ id, level }) => level > 1 !== toggledRows.has(id))
        .map(({ id }) => id),
    )
    if (!tree) return undefined
    // The form changes what is stored; the table shows it as people read it.
    const stored = placesOf(tree)
    return rowsOf(retitled(tree, titleOf), closed, search).map((row): RuleRow => {
      const { children: _, ...fields } = row.node as RuleNode
      return { ...fields, row, rule: (stored.get(row.node.id)?.node ?? row.node) as RuleNode }
    })
    // oxlint-disable-next-line react/exhaustive-deps -- titleOf is the language
  }, [rules, tree, toggledRows, search, language])
  const fold = (id: number) => {
    const next = new Set(toggledRows)
    if (!next.delete(id)) next.add(id)
    setToggled(next)
  }
  const tags = rules?.configs.system_auth_rule_tags
  const columns: Column<RuleRow>[] = [
    {
      key: 'title',
      title: t.ruleTitle,
      width: 214,
      text: ({ title }) => title,
      cell: ({ id, title, row: { level, open } }) => (
        <span className="pb-rule-cell" style={{ paddingInlineStart: (level - 1) * 22 }}>
          {open === undefined ? (
            <span style={{ width: 22 }} />
          ) : (
            <Button
              type="text"
              size="small"
              aria-expanded={open}
              aria-label={open ? t.fold(title) : t.open(title)}
              icon={open ? <CaretDownOutlined /> : <CaretRightOutlined />}
              onClick={() => fold(id)}
            />
          )}
          {title}
        </span>
      ),
    },
    { key: 'name', title: t.ruleName, width: 300, copy: true },
    { key: 'icon', title: t.icon, width: 80 },
    { key: 'sort', title: t.sort, width: 64, align: 'right' },
    { key: 'tag', title: t.tag, width: 76, cell: ({ tag }) => tags?.[tag] ?? tag },
    {
      key: 'status',
      title: t.status,
      width: 104,
      cell: ({ status }) => (
        <StatusTag tone={status ? 'good' : 'bad'}>{status ? t.enabled : t.disabled}</StatusTag>
      ),
    },
    { key: 'type', title: t.appType, width: 84, cell: (row) => t.appTypes[row.type] ?? row.type },
    { key: 'level', title: t.level, width: 60, align: 'right' },
  ]
  const remove = async ({ id, title }: RuleNode) => {
    const sure = await ask({
      title: t.removeRuleAsk(title),
      content: t.removeRuleText,
      ok: t.remove,
      cancel: kit.cancel,
      danger: true,
    })
    if (!sure) return
    await call(roles.authdel, { id })
    toast.success(t.removed)
    await refresh(roles.auths)
  }
  const rowActions = ({ rule }: RuleRow): RowAction[] => {
    const offered: (RowAction & { may: boolean })[] = [
      {
        key: 'child',
        label: t.addChild,
        may: may(roles.authadd),
        run: () => setOpened({ what: 'add', below: rule.id }),
      },
      {
        key: 'edit',
        label: t.edit,
        may: may(roles.authedit),
        run: () => setOpened({ what: 'edit', rule }),
      },
      {
        key: 'history',
        label: history,
        may: may(accounts.auditLog),
        run: () => setOpened({ what: 'history', rule }),
      },
      {
        key: 'remove',
        label: t.remove,
        danger: true,
        may: may(roles.authdel),
        disabled: rule.children.length > 0 && t.hasChildren,
        run: () => remove(rule),
      },
    ]
    return offered.filter((action) => action.may)
  }
  const actions: (ToolbarAction<RuleRow> & { may: boolean })[] = [
    {
      key: 'add',
      label: t.add,
      icon: <PlusOutlined />,
      primary: true,
      may: may(roles.authadd),
      run: () => setOpened({ what: 'add', below: 0 }),
    },
    {
      key: 'cache',
      label: t.updateCache,
      icon: <SyncOutlined />,
      may: may(roles.cacheMenusTree),
      run: async () => {
        await call(roles.cacheMenusTree, {})
        toast.success(t.cacheUpdated)
        await refresh(roles.auths)
      },
    },
  ]
  const again = () => void query.refetch()
  const looked = opened?.what === 'history' ? opened.rule : undefined
  const close = () => setOpened(undefined)
  return (
    <div className="pb-list">
      <Toolbar
        id={tableId}
        actions={actions.filter((action) => action.may)}
        chosen={{ rows: [], keys: [], clear: () => {}, refresh: again }}
        columns={columns}
        units={{}}
        fetching={query.isFetching}
        extra={
          <Input
            allowClear
            value={search}
            style={{ width: 240 }}
            aria-label={t.search}
            placeholder={t.search}
            onChange={(event) => setSearch(event.target.value)}
          />
        }
      />
      <DataTable
        id={tableId}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        loading={query.isLoading}
        error={query.error}
        retry={again}
        filtered={search !== ''}
        reset={() => setSearch('')}
        rowTone={({ status }) => (status === 0 ? 'quiet' : '')}
        rowActions={rowActions}
        actionsWidth={270}
      />
      <RuleDialog
        open={opened?.what === 'add' || opened?.what === 'edit'}
        rule={opened?.what === 'edit' ? opened.rule : undefined}
        below={opened?.what === 'add' ? opened.below : 0}
        type={type}
        rules={rules}
        close={close}
      />
      <HistoryDialog
        of={looked && { entity: 'rule', entityId: String(looked.id), name: looked.title }}
        close={close}
        {...reading}
      />
    </div>
  )
}

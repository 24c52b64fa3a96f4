import { PlusOutlined } from '@ant-design/icons'
import { Switch } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { type Category, platforms } from '../../../contract/platforms.ts'
import { attempt, call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column, RowAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { refresh, useAct } from '../../kit/query.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { platformWords } from './words.ts'

type Row = z.output<typeof Category>

interface Entered {
  name: string
  remark?: string
}

/** Categories of platforms: names people give to groups of games. */
export function CategoriesPage() {
  const t = useText(platformWords)
  const kit = useText(kitWords)
  const may = useMay()
  const [edited, setEdited] = useState<Row | 'new'>()
  const refreshes = [platforms.cateList, platforms.platformList, platforms.liveList]
  const change = useAct(platforms.cateStatus, { done: t.saved, refreshes })
  const remove = useAct(platforms.cateDel, { done: t.deleted, refreshes })
  const removeAsked = async ({ id, name }: Row) => {
    if (await ask({ title: t.deleteAsk(name), ok: t.remove, cancel: kit.cancel, danger: true }))
      await remove.run({ id })
  }
  const rowActions = (row: Row): RowAction[] => [
    ...(may(platforms.cateEdit) ? [{ key: 'edit', label: t.edit, run: () => setEdited(row) }] : []),
    ...(may(platforms.cateDel)
      ? [{ key: 'del', label: t.remove, danger: true, run: () => removeAsked(row) }]
      : []),
  ]
  const columns: Column<Row>[] = [
    { key: 'id', title: t.id, width: 90 },
    { key: 'name', title: t.categoryName, width: 220 },
    { key: 'remark', title: t.note, width: 320 },
    {
      key: 'status',
      title: t.categoryStatus,
      width: 150,
      cell: (row) => {
        const on = row.status === 1
        if (!may(platforms.cateStatus))
          return <StatusTag tone={on ? 'good' : 'neutral'}>{on ? t.enabled : t.disabled}</StatusTag>
        return (
          <Switch
            checked={on}
            disabled={change.running}
            checkedChildren={t.enabled}
            unCheckedChildren={t.disabled}
            aria-label={`${t.categoryStatus}: ${row.name}`}
            onChange={() => void attempt(() => change.run({ id: row.id, newStatus: on ? 0 : 1 }))}
          />
        )
      },
    },
  ]
  return (
    <>
      <ListPage
        source={platforms.cateList}
        silent
        columns={columns}
        rowKey={({ id }) => String(id)}
        filters={[
          { type: 'input', name: 'name', label: t.categoryName },
          {
            type: 'select',
            name: 'status',
            label: t.categoryStatus,
            options: [
              { value: 1, label: t.enabled },
              { value: 0, label: t.disabled },
            ],
          },
        ]}
        actions={
          may(platforms.cateAdd)
            ? [
                {
                  key: 'add',
                  label: t.addCategory,
                  primary: true,
                  icon: <PlusOutlined />,
                  run: () => setEdited('new'),
                },
              ]
            : []
        }
        {...(may(platforms.cateEdit) || may(platforms.cateDel) ? { rowActions } : {})}
      />
      <FormDialog<Entered>
        open={edited !== undefined}
        title={edited === 'new' ? t.addCategory : t.editCategory}
        initial={edited && edited !== 'new' ? { name: edited.name, remark: edited.remark } : {}}
        fields={[
          {
            type: 'input',
            name: 'name',
            label: t.categoryName,
            required: true,
            missing: t.nameMissing,
            max: 60,
          },
          { type: 'textare', name: 'remark', label: t.note, max: 200, rows: 3 },
        ]}
        close={() => setEdited(undefined)}
        submit={async (values) => {
          if (edited === 'new') await call(platforms.cateAdd, values, { silent: true })
          else if (edited) await call(platforms.cateEdit, { id: edited.id, ...values }, { silent: true })
          toast.success(edited === 'new' ? t.added : t.saved)
          await Promise.all(refreshes.map(refresh))
        }}
      />
    </>
  )
}

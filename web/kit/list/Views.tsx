import { BookOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { features } from '../../../contract/index.ts'
import { attempt } from '../api.ts'
import { kitWords } from '../kit-text.ts'
import { useAct, useCall } from '../query.ts'
import { useText } from '../text.ts'
import { saveTableSettings, useTableSettings } from './ColumnSettings.tsx'

interface ViewsProps {
  /** Names the list, and its table's arrangement. */
  list: string
  /** What the list is searched by now, as an address keeps it. */
  saved: string
  restore: (saved: string) => void
}

/** Saved views of a list: a person's own names for what is searched for and how the columns stand. */
export function Views({ list, saved, restore }: ViewsProps) {
  const t = useText(kitWords)
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t.views}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<ViewList list={list} saved={saved} restore={restore} close={() => setOpen(false)} />}
    >
      <Button type="text" icon={<BookOutlined />} aria-label={t.views} title={t.views} />
    </Popover>
  )
}

function ViewList({ list, saved, restore, close }: ViewsProps & { close: () => void }) {
  const t = useText(kitWords)
  const [name, setName] = useState('')
  const arrangement = useTableSettings(list)
  const views = useCall(features.views.list, { list })
  const save = useAct(features.views.save, { done: t.viewSaved, refreshes: [features.views.list] })
  const remove = useAct(features.views.remove, { refreshes: [features.views.list] })
  const keep = async () => {
    await save.run({ list, name: name.trim(), search: saved, ...(arrangement ? { arrangement } : {}) })
    setName('')
  }
  const known = views.data?.list ?? []
  return (
    <div className="pb-column-settings">
      {known.length === 0 && !views.isLoading && <p className="pb-note">{t.noViews}</p>}
      <ul>
        {known.map((view) => (
          <li key={view.name}>
            <Button
              type="link"
              size="small"
              onClick={() => {
                saveTableSettings(list, view.arrangement ?? undefined)
                restore(view.search)
                close()
              }}
            >
              {view.name}
            </Button>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={`${t.deleteView} ${view.name}`}
              title={t.deleteView}
              onClick={() => void attempt(() => remove.run({ list, name: view.name }))}
            />
          </li>
        ))}
      </ul>
      <form
        className="pb-view-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) void attempt(keep)
        }}
      >
        <Input
          size="small"
          maxLength={40}
          value={name}
          aria-label={t.viewName}
          placeholder={t.viewName}
          onChange={(event) => setName(event.target.value)}
        />
        <Button size="small" type="primary" htmlType="submit" disabled={!name.trim()} loading={save.running}>
          {t.saveView}
        </Button>
      </form>
    </div>
  )
}

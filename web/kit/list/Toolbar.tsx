import { ColumnHeightOutlined, CopyOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { attempt } from '../api.ts'
import { useCopy } from '../CopyText.tsx'
import { kitWords } from '../kit-text.ts'
import { write } from '../storage.ts'
import { useStored } from '../stored.ts'
import { useText } from '../text.ts'
import { toast } from '../toast.ts'
import { ColumnSettings, useTableSettings } from './ColumnSettings.tsx'
import { arrange, cellText, type Units } from './columns.tsx'
import type { Chosen, Column, ToolbarAction } from './types.ts'

interface ToolbarProps<R> {
  id: string
  actions: readonly ToolbarAction<R>[]
  chosen: Chosen<R>
  columns: readonly Column<R>[]
  units: Units
  fetching: boolean
  extra?: ReactNode
  /** Chooser of saved views, where the list has an address. */
  views?: ReactNode
}

/** The line above a table: what can be done, what is ticked, and how the table looks. */
export function Toolbar<R>({ id, actions, chosen, columns, units, fetching, extra, views }: ToolbarProps<R>) {
  const t = useText(kitWords)
  const copy = useCopy()
  const settings = useTableSettings(id)
  const dense = useStored('dense') ?? true
  const copyRows = () => {
    const shown = arrange(columns, settings)
    const lines = chosen.rows.map((row) => shown.map((column) => cellText(column, row, units)).join('\t'))
    return copy([shown.map(({ title }) => title).join('\t'), ...lines].join('\n'))
  }
  return (
    <div className="pb-toolbar">
      <div className="pb-toolbar-main">
        {actions.map((action) => (
          <ActionButton key={action.key} action={action} chosen={chosen} />
        ))}
        {extra}
        {chosen.keys.length > 0 && (
          <span className="pb-chosen" role="status">
            {t.selected(chosen.keys.length)}
            <Button type="link" size="small" icon={<CopyOutlined />} onClick={() => void copyRows()}>
              {t.copyRows}
            </Button>
            <Button type="link" size="small" onClick={chosen.clear}>
              {t.clearSelection}
            </Button>
          </span>
        )}
      </div>
      <div className="pb-toolbar-side">
        {views}
        <Button
          type="text"
          icon={<ReloadOutlined spin={fetching} />}
          aria-label={t.refresh}
          title={t.refresh}
          onClick={chosen.refresh}
        />
        <Button
          type="text"
          icon={<ColumnHeightOutlined />}
          aria-label={dense ? t.densityOff : t.density}
          title={dense ? t.densityOff : t.density}
          onClick={() => write('dense', !dense)}
        />
        <ColumnSettings id={id} columns={columns} />
      </div>
    </div>
  )
}

function ActionButton<R>({ action, chosen }: { action: ToolbarAction<R>; chosen: Chosen<R> }) {
  const t = useText(kitWords)
  const [running, setRunning] = useState(false)
  const run = async () => {
    if (action.needsRows && chosen.rows.length === 0) return toast.warning(t.selectRows)
    setRunning(true)
    await attempt(() => action.run(chosen)).finally(() => setRunning(false))
  }
  return (
    <Tooltip title={typeof action.disabled === 'string' ? action.disabled : ''}>
      <Button
        type={action.primary ? 'primary' : 'default'}
        danger={action.danger ?? false}
        disabled={Boolean(action.disabled)}
        loading={running}
        icon={action.icon}
        onClick={() => void run()}
      >
        {action.label}
      </Button>
    </Tooltip>
  )
}

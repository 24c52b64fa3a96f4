import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  PushpinFilled,
  PushpinOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { kitWords } from '../kit-text.ts'
import { read, type TableSettings, write } from '../storage.ts'
import { useStored } from '../stored.ts'
import { useText } from '../text.ts'
import { arrange } from './columns.tsx'
import type { Column } from './types.ts'

/** How this person arranged the table, remembered under its id. */
export function useTableSettings(id: string): TableSettings | undefined {
  return useStored('tables')?.[id]
}

/** Remembers how this person arranged the table; undefined is as it came. */
export function saveTableSettings(id: string, settings: TableSettings | undefined): void {
  const { [id]: _, ...others } = read('tables') ?? {}
  write('tables', settings ? { ...others, [id]: settings } : others)
}

interface SettingsProps<R> {
  id: string
  columns: readonly Column<R>[]
}

/** Chooses, orders and pins columns. */
export function ColumnSettings<R>({ id, columns }: SettingsProps<R>) {
  const t = useText(kitWords)
  const settings = useTableSettings(id)
  const current: TableSettings = settings ?? {
    order: columns.map(({ key }) => key),
    hidden: columns.filter(({ hidden }) => hidden).map(({ key }) => key),
    pinned: columns.filter(({ pin }) => pin === 'left').map(({ key }) => key),
  }
  const all = arrange(columns, { ...current, hidden: [], pinned: [] })
  const toggle = (name: 'hidden' | 'pinned', key: string, on: boolean) =>
    saveTableSettings(id, {
      ...current,
      [name]: on ? [...current[name], key] : current[name].filter((one) => one !== key),
    })
  const move = (index: number, by: -1 | 1) => {
    const order = all.map(({ key }) => key)
    const [moved] = order.splice(index, 1)
    if (moved !== undefined) order.splice(index + by, 0, moved)
    saveTableSettings(id, { ...current, order })
  }
  const list = (
    <div className="pb-column-settings">
      <ul>
        {all.map((column, index) => {
          const pinned = current.pinned.includes(column.key)
          const pinLabel = pinned ? t.columnUnpin : t.columnPin
          return (
            <li key={column.key}>
              <Checkbox
                checked={!current.hidden.includes(column.key)}
                onChange={(event) => toggle('hidden', column.key, !event.target.checked)}
              >
                {column.title}
              </Checkbox>
              <span>
                <Button
                  type="text"
                  size="small"
                  icon={pinned ? <PushpinFilled /> : <PushpinOutlined />}
                  aria-label={`${pinLabel} ${column.title}`}
                  aria-pressed={pinned}
                  title={pinLabel}
                  onClick={() => toggle('pinned', column.key, !pinned)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  disabled={index === 0}
                  aria-label={`${t.columnUp} ${column.title}`}
                  title={t.columnUp}
                  onClick={() => move(index, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  disabled={index === all.length - 1}
                  aria-label={`${t.columnDown} ${column.title}`}
                  title={t.columnDown}
                  onClick={() => move(index, 1)}
                />
              </span>
            </li>
          )
        })}
      </ul>
      <Button size="small" block disabled={!settings} onClick={() => saveTableSettings(id, undefined)}>
        {t.columnsReset}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={list} title={t.columns}>
      <Button type="text" icon={<SettingOutlined />} aria-label={t.columns} title={t.columns} />
    </Popover>
  )
}

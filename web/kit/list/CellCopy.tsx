import { Dropdown } from 'antd'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useState } from 'react'
import { useCopy } from '../CopyText.tsx'
import { kitWords } from '../kit-text.ts'
import { useText } from '../text.ts'
import { type Place, placeOf, scroller, step } from './cells.ts'
import { cellText, type Units } from './columns.tsx'
import type { Column } from './types.ts'

interface CellCopyOptions<R> {
  box: RefObject<HTMLElement | null>
  columns: readonly Column<R>[]
  rows: readonly R[] | undefined
  rowKey: (row: R) => string
  units: Units
  /** Cells before the first column: the tick boxes. */
  lead: number
  /** Arrow keys move between cells; not where they mean something else. */
  arrows: boolean
}

/**
 * Any cell and any row can be copied: by the menu of the right button, and by keys once a cell has the focus, which
 * arrow keys move. Rows are tab-separated, as a spreadsheet takes them.
 */
export function useCellCopy<R>(options: CellCopyOptions<R>): {
  onKeyDown: (event: KeyboardEvent) => void
  onContextMenu: (event: MouseEvent) => void
  menu: ReactNode
} {
  const { box, columns, rows, rowKey, units, lead, arrows } = options
  const t = useText(kitWords)
  const copy = useCopy()
  const [at, setAt] = useState<{ left: number; top: number; cell: string | undefined; row: string }>()

  const textsOf = (place: Place): { cell: string | undefined; row: string } | undefined => {
    const row = rows?.find((one) => rowKey(one) === place.rowKey)
    if (!row) return undefined
    const texts = columns.map((column) => cellText(column, row, units))
    // What stands in ticks and actions is no data; nothing is copied where there is nothing.
    return { cell: texts[place.index - lead] || undefined, row: texts.join('\t') }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const place = target.matches('.ant-table-cell') ? placeOf(box.current, target) : undefined
    const texts = place && textsOf(place)
    const key = event.key.toLowerCase()
    const control = event.ctrlKey || event.metaKey
    if (control && key === 'c' && !event.shiftKey && texts?.cell && isNothingMarked()) void copy(texts.cell)
    else if (!control && !event.altKey && event.shiftKey && key === 'c' && texts) void copy(texts.row)
    else if (control || event.altKey || event.shiftKey) return
    else if (place && key === 'enter')
      place.cell.querySelector<HTMLElement>('button, a[href], input')?.focus()
    else if (place && key === 'escape') target.closest<HTMLElement>(scroller)?.focus()
    else if (!arrows || !step(box.current, target, event.key)) return
    event.preventDefault()
  }
  const onContextMenu = (event: MouseEvent) => {
    const target = event.target as HTMLElement
    const place = placeOf(box.current, target)
    const texts = place && textsOf(place)
    // Links, fields and marked text have a menu of the browser's that people want.
    if (!texts || target.closest('a[href], input, textarea') || !isNothingMarked()) return
    event.preventDefault()
    const { left, bottom } = place.cell.getBoundingClientRect()
    const byPointer = event.clientX > 0 || event.clientY > 0
    setAt({ ...texts, left: byPointer ? event.clientX : left, top: byPointer ? event.clientY : bottom })
  }
  const menu = at && (
    <Dropdown
      open
      trigger={['click']}
      onOpenChange={(open) => !open && setAt(undefined)}
      menu={{
        items: [
          { key: 'cell', label: t.copyCell, disabled: at.cell === undefined, extra: 'Ctrl C' },
          { key: 'row', label: t.copyRow, extra: 'Shift C' },
        ],
        onClick: ({ key }) => {
          setAt(undefined)
          void copy(key === 'row' ? at.row : (at.cell ?? ''))
        },
      }}
    >
      <span className="pb-cell-menu" style={{ left: at.left, top: at.top }} />
    </Dropdown>
  )
  return { onKeyDown, onContextMenu, menu }
}

const isNothingMarked = (): boolean => (window.getSelection()?.toString() ?? '') === ''

const rowOf = '[data-row-key]'
const cellOf = '.ant-table-cell'
/** What scrolls: of a table that draws all its rows, and of one that draws those in sight. */
export const scroller = '.ant-table-body, .ant-table-tbody-virtual-holder'

export interface Place {
  rowKey: string
  /** Place of the cell in its row, ticks and actions counted. */
  index: number
  cell: HTMLElement
}

const cellsOf = (row: Element): HTMLElement[] =>
  Array.from(row.children).filter((child): child is HTMLElement => child.matches(cellOf))

/** The cell something is in, where it is in a row of this table. */
export function placeOf(box: Element | null, target: EventTarget | null): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>(cellOf) : null
  const row = cell?.closest<HTMLElement>(rowOf)
  if (!cell || !row || !box?.contains(row) || cell.parentElement !== row) return undefined
  return { rowKey: row.dataset['rowKey'] ?? '', index: cellsOf(row).indexOf(cell), cell }
}

const steps: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
}

function focus(cell: HTMLElement | undefined): void {
  if (!cell) return
  cell.tabIndex = -1
  cell.focus()
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Goes to the neighbouring cell a key means; true if the key was one of them. */
export function step(box: Element | null, target: EventTarget | null, key: string): boolean {
  const by = steps[key]
  if (!box || !by || !(target instanceof Element)) return false
  const rows = Array.from(box.querySelectorAll<HTMLElement>(rowOf))
  if (target.matches(scroller)) {
    const [first] = rows
    if (key !== 'ArrowDown' || !first) return false
    focus(cellsOf(first)[0])
    return true
  }
  // Keys in what stands in a cell, a select or a switch, are its own.
  if (!target.matches(cellOf)) return false
  const place = placeOf(box, target)
  const at = rows.findIndex((row) => row.dataset['rowKey'] === place?.rowKey)
  if (!place || at < 0) return false
  const [down, right] = by
  const row = rows[at + down]
  if (row) {
    const cells = cellsOf(row)
    focus(cells[Math.min(Math.max(place.index + right, 0), cells.length - 1)])
    return true
  }
  // The next row is not drawn yet: it is once the list has moved on.
  const list = target.closest<HTMLElement>(scroller)
  const height = rows[at]?.offsetHeight ?? 0
  if (list && height > 0) {
    list.scrollTop += down * height
    requestAnimationFrame(() => {
      const drawn = Array.from(box.querySelectorAll<HTMLElement>(rowOf))
      const now = drawn.findIndex((one) => one.dataset['rowKey'] === place.rowKey)
      const next = now < 0 ? undefined : drawn[now + down]
      if (next) focus(cellsOf(next)[place.index])
    })
  }
  return true
}

/** Says on hover what a cell is too narrow to show. */
export function tellCut(box: Element | null, target: EventTarget | null): void {
  const cell = placeOf(box, target)?.cell
  if (!cell) return
  const part = cell.querySelector<HTMLElement>('.pb-copy-text') ?? cell
  const title = part.scrollWidth > part.clientWidth ? part.innerText : ''
  if (title) cell.title = title
  else cell.removeAttribute('title')
}

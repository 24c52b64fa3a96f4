import './roles.css'
import { CaretDownOutlined, CaretRightOutlined, CheckOutlined, MinusOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import {
  type Branch,
  type Mark,
  marksOf,
  type Places,
  rootId,
  rowsOf,
  rowTyped,
  type TreeRow,
  toggled,
  toggledAlone,
} from './ticking.ts'
import { roleWords } from './words.ts'

const rowPx = 32
/** How long letters count as one word. */
const wordMs = 700
/** Rows drawn above and below what is in sight. */
const marginRows = 8

interface RuleTreeProps {
  label: string
  tree: readonly Branch[]
  places: Places
  held: ReadonlySet<number>
  /** Without it the tree is only read. */
  change?: ((held: Set<number>) => void) | undefined
  search: string
  closed: ReadonlySet<number>
  close: (closed: ReadonlySet<number>) => void
  height: number
}

/** Rules with tick boxes. One stop for Tab, arrows inside; only the rows in sight are drawn. */
export function RuleTree({
  tree,
  places,
  held,
  change,
  search,
  closed,
  close,
  height,
  label,
}: RuleTreeProps) {
  const t = useText(roleWords)
  const prefix = useId()
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef({ word: '', at: 0 })
  const [top, setTop] = useState(0)
  const [current, setCurrent] = useState(rootId)
  const rows = useMemo(() => rowsOf(tree, closed, search), [tree, closed, search])
  const marks = useMemo(() => marksOf(tree, held), [tree, held])
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === current),
  )
  const first = Math.max(0, Math.floor(top / rowPx) - marginRows)
  const shown = rows.slice(first, Math.ceil((top + height) / rowPx) + marginRows)

  useEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [search])

  const goTo = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!row) return
    setCurrent(row.node.id)
    const y = rows.indexOf(row) * rowPx
    const scroller = box.current
    if (!scroller) return
    if (y < scroller.scrollTop) scroller.scrollTop = y
    else if (y + rowPx > scroller.scrollTop + height) scroller.scrollTop = y + rowPx - height
  }
  const fold = ({ node }: TreeRow, open: boolean) => {
    const next = new Set(closed)
    if (open) next.delete(node.id)
    else next.add(node.id)
    close(next)
  }
  const tick = (id: number, alone: boolean) =>
    change?.(alone ? toggledAlone(places, held, id) : toggled(places, held, id))
  const pressed = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const parent = places.get(row.node.id)?.parent
    const moves: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      PageDown: () => goTo(at + Math.floor(height / rowPx)),
      PageUp: () => goTo(at - Math.floor(height / rowPx)),
      ArrowRight: () => (row.open === false ? fold(row, true) : row.open && goTo(at + 1)),
      ArrowLeft: () => (row.open ? fold(row, false) : goTo(rows.findIndex(({ node }) => node.id === parent))),
      ' ': () => tick(row.node.id, event.shiftKey),
    }
    const letters = () => {
      const now = performance.now()
      const word = now - typed.current.at < wordMs ? typed.current.word + event.key : event.key
      typed.current = { word, at: now }
      const found = rowTyped(rows, at, word)
      if (found !== undefined) goTo(found)
    }
    const move = moves[event.key] ?? (event.key.length === 1 ? letters : undefined)
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <div
      ref={box}
      className="pb-rules"
      role="tree"
      aria-label={label}
      aria-multiselectable
      data-locked={change ? undefined : true}
      aria-activedescendant={rows[at] ? `${prefix}${rows[at].node.id}` : undefined}
      tabIndex={0}
      style={{ height }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={pressed}
    >
      <div style={{ height: rows.length * rowPx, position: 'relative' }} role="presentation">
        {shown.map((row, index) => {
          const { node, level, open } = row
          const mark = marks.get(node.id) ?? 'none'
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the tree
            <div
              key={node.id}
              id={`${prefix}${node.id}`}
              role="treeitem"
              aria-level={level}
              aria-expanded={open}
              aria-selected={node.id === current}
              aria-checked={mark === 'some' ? 'mixed' : mark === 'all'}
              tabIndex={-1}
              className={`pb-rule${rows[at] === row ? ' pb-rule-current' : ''}`}
              style={{
                top: (first + index) * rowPx,
                height: rowPx,
                paddingInlineStart: 8 + (level - 1) * 22,
              }}
              onMouseDown={(event) => {
                // The tree keeps the focus; its rows have none of their own.
                event.preventDefault()
                box.current?.focus({ preventScroll: true })
                setCurrent(node.id)
              }}
              onClick={(event) => tick(node.id, event.shiftKey)}
            >
              <span
                className="pb-rule-fold"
                aria-hidden
                onMouseDown={(event) => event.preventDefault()}
                onClick={(event) => {
                  event.stopPropagation()
                  if (open !== undefined) fold(row, !open)
                }}
              >
                {open === undefined ? null : open ? <CaretDownOutlined /> : <CaretRightOutlined />}
              </span>
              <Box mark={mark} locked={!change} />
              <span className="pb-rule-title">{node.title}</span>
              {node.status === 0 && <StatusTag tone="neutral">{t.ruleOff}</StatusTag>}
              <span className="pb-rule-name">{node.name}</span>
              {change && node.id !== rootId && node.children.length > 0 && (
                <button
                  type="button"
                  tabIndex={-1}
                  className="pb-rule-alone"
                  aria-label={t.aloneLabel(node.title)}
                  onClick={(event) => {
                    event.stopPropagation()
                    tick(node.id, true)
                  }}
                >
                  {t.alone}
                </button>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Box({ mark, locked }: { mark: Mark; locked: boolean }) {
  return (
    <span className={`pb-tick pb-tick-${mark}`} data-locked={locked || undefined} aria-hidden>
      {mark === 'all' ? <CheckOutlined /> : mark === 'some' ? <MinusOutlined /> : null}
    </span>
  )
}

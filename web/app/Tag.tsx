import { CloseOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import type { KeyboardEvent } from 'react'
import { useText } from '../kit/text.ts'
import { shellWords } from './words.ts'

interface TagProps {
  title: string
  /** Home: it neither closes nor moves. */
  fixed: boolean
  active: boolean
  /** Nothing stands before it that it could change places with. */
  first: boolean
  last: boolean
  open: () => void
  refresh: () => void
  shut: () => void
  shutOthers: () => void
  /** One place to the left or the right. */
  move: (by: -1 | 1) => void
  /** Looks to a neighbour in the row. */
  focus: (by: -1 | 1) => void
  /** Carrying by the pointer: the row follows while it lasts. */
  carry: { start: () => void; over: () => void; end: () => void; on: boolean }
}

/** One open page in the row: pressed it comes to the front, carried it changes its place. */
export function Tag(props: TagProps) {
  const t = useText(shellWords)
  const { title, fixed, active, carry } = props
  const items = [
    { key: 'refresh', label: t.refresh, onClick: props.refresh },
    { key: 'close', label: t.close, disabled: fixed, onClick: props.shut },
    { key: 'others', label: t.closeOthers, onClick: props.shutOthers },
    { key: 'left', label: t.moveLeft, disabled: fixed || props.first, onClick: () => props.move(-1) },
    { key: 'right', label: t.moveRight, disabled: fixed || props.last, onClick: () => props.move(1) },
  ]
  const pressed = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
    const carrying = event.ctrlKey || event.metaKey
    if (by !== undefined && !event.altKey) {
      if (!carrying) props.focus(by)
      else if (!fixed) props.move(by)
    } else if (event.key === 'Delete' && !fixed) props.shut()
    else return
    event.preventDefault()
  }
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items }}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the same by keys, on the button in it */}
      <span
        className="pb-open"
        data-active={active || undefined}
        data-carried={carry.on || undefined}
        draggable={!fixed}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', title)
          carry.start()
        }}
        onDragEnter={carry.over}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
        onDragEnd={carry.end}
      >
        <button
          type="button"
          className="pb-open-title"
          aria-current={active ? 'page' : undefined}
          aria-keyshortcuts={fixed ? undefined : 'Control+ArrowLeft Control+ArrowRight Delete'}
          onClick={props.open}
          onAuxClick={(event) => event.button === 1 && !fixed && props.shut()}
          onKeyDown={pressed}
        >
          {title}
        </button>
        {!fixed && (
          <button type="button" className="pb-open-close" aria-label={t.closeTag(title)} onClick={props.shut}>
            <CloseOutlined />
          </button>
        )}
      </span>
    </Dropdown>
  )
}

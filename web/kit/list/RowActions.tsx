import { Dropdown, Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { attempt } from '../api.ts'
import { kitWords } from '../kit-text.ts'
import { sizes } from '../sizes.ts'
import { useText } from '../text.ts'
import type { RowAction } from './types.ts'

const reason = (action: RowAction) => (typeof action.disabled === 'string' ? action.disabled : '')

/** At most three actions in the row, the rest under "more". */
export function RowActions({
  actions,
  inline: most = sizes.inlineActions,
}: {
  actions: readonly RowAction[]
  inline?: number
}) {
  const fits = actions.length <= most
  const inline = fits ? actions : actions.slice(0, most)
  const rest = fits ? [] : actions.slice(most)
  return (
    <span className="pb-row-actions">
      {inline.map((action) => (
        <Explained key={action.key} why={reason(action)}>
          {/* Plain buttons: those of the library cost more than all the rest of a row. */}
          <button
            type="button"
            className={`pb-act${action.danger ? ' pb-act-danger' : ''}`}
            disabled={Boolean(action.disabled)}
            onClick={() => void attempt(action.run)}
          >
            {action.icon}
            {action.label}
          </button>
        </Explained>
      ))}
      {rest.length > 0 && <More actions={rest} />}
    </span>
  )
}

const Explained = ({ why, children }: { why: string; children: ReactNode }) =>
  why ? <Tooltip title={why}>{children}</Tooltip> : children

/** The other actions; the menu is made when somebody wants it. */
function More({ actions }: { actions: readonly RowAction[] }) {
  const t = useText(kitWords)
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button is another one now, and the focus stayed on the first.
    if (wanted) button.current?.focus()
  }, [wanted])
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const face = (
    <button
      ref={button}
      type="button"
      className="pb-act"
      aria-haspopup="menu"
      {...(wanted ? {} : { onClick: show })}
    >
      <svg aria-hidden viewBox="0 0 16 16">
        <path d="M8 3v.1M8 8v.1M8 13v.1" />
      </svg>
      {t.more}
    </button>
  )
  if (!wanted) return face
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      menu={{
        items: actions.map((action) => ({
          key: action.key,
          label: action.label,
          icon: action.icon,
          danger: action.danger ?? false,
          disabled: Boolean(action.disabled),
          title: reason(action),
          onClick: () => void attempt(action.run),
        })),
      }}
    >
      {face}
    </Dropdown>
  )
}

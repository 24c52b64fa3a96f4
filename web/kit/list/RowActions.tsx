import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { Fragment } from 'react'
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
  const t = useText(kitWords)
  const fits = actions.length <= most
  const inline = fits ? actions : actions.slice(0, most)
  const rest = fits ? [] : actions.slice(most)
  return (
    <span className="pb-row-actions">
      {inline.map((action) => (
        <Fragment key={action.key}>
          <Tooltip title={reason(action)}>
            <Button
              type="link"
              size="small"
              danger={action.danger ?? false}
              disabled={Boolean(action.disabled)}
              icon={action.icon}
              onClick={() => void attempt(action.run)}
            >
              {action.label}
            </Button>
          </Tooltip>
        </Fragment>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((action) => ({
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
          <Button type="link" size="small" icon={<DownOutlined />} iconPlacement="end">
            {t.more}
          </Button>
        </Dropdown>
      )}
    </span>
  )
}

import { Input, Table } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { kitWords } from '../kit-text.ts'
import { useText } from '../text.ts'

export interface TableChoice {
  columns: readonly { key: string; title: string; width?: number }[]
  /** What may be chosen; `value` is what the form holds. */
  rows: readonly { value: string | number; cells: Readonly<Record<string, string>> }[]
  multiple?: boolean
}

interface TableControlProps extends TableChoice {
  label: string
  disabled: boolean
  value: unknown
  onChange: (value: unknown) => void
}

const heightPx = 240

/** Chooses rows of a table: one, or several where the field says so. What is typed above narrows them. */
export function TableControl(props: TableControlProps): ReactNode {
  const { columns, rows, multiple = false, label, disabled, value, onChange } = props
  const t = useText(kitWords)
  const [typed, setTyped] = useState('')
  const chosen = (Array.isArray(value) ? value : value === undefined ? [] : [value]) as (string | number)[]
  const shown = useMemo(() => {
    const wanted = typed.trim().toLowerCase()
    return rows.filter(({ cells }) =>
      Object.values(cells).some((cell) => cell.toLowerCase().includes(wanted)),
    )
  }, [rows, typed])
  return (
    <div className="pb-select-table">
      <Input
        allowClear
        aria-label={`${t.search} ${label}`}
        placeholder={t.search}
        disabled={disabled}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Table
        size="small"
        pagination={false}
        scroll={{ y: heightPx }}
        rowKey="value"
        dataSource={[...shown]}
        columns={columns.map(({ key, title, width }) => ({
          key,
          title,
          dataIndex: ['cells', key],
          ...(width ? { width } : {}),
        }))}
        rowSelection={{
          type: multiple ? 'checkbox' : 'radio',
          selectedRowKeys: chosen,
          // What the search hides stays chosen.
          preserveSelectedRowKeys: true,
          getCheckboxProps: (row) => ({
            disabled,
            'aria-label': Object.values(row.cells).join(' '),
          }),
          onChange: (keys) => onChange(multiple ? keys : keys[0]),
        }}
      />
    </div>
  )
}

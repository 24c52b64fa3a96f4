import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import { useClear } from '../../kit/clearing.tsx'
import { useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { type AgentKind, isAgentKind, type Kind } from './people.ts'
import { accountWords } from './words.ts'

interface ParentSelectProps {
  kinds: readonly Kind[]
  /** The parent it has, which need not be among those found. */
  known?: { id: number; username: string; type: number } | undefined
  // antd's Form.Item hands these to its child.
  id?: string
  value?: number
  onChange?: (value: number | undefined) => void
}

/** Chooses an account that may stand above a new one, by part of its name. */
export function ParentSelect({ kinds, known, value, onChange, id }: ParentSelectProps) {
  const t = useText(accountWords)
  const [typed, setTyped] = useState('')
  const username = useDeferredValue(typed.trim())
  const type = kinds.filter((one): one is AgentKind => isAgentKind(one))
  const { data, isFetching } = useCall(
    accounts.agents,
    { type, deleted: 0, limit: 50, ...(username ? { username } : {}) },
    { silent: true, keep: true },
  )
  const clearing = useClear()
  const found = (data?.list ?? []).map((row) => ({
    value: row.id,
    label: `${row.username} · ${t.kinds[row.type]}${row.remark ? ` · ${row.remark}` : ''}`,
  }))
  const offered =
    known && !username && !found.some((one) => one.value === known.id)
      ? [{ value: known.id, label: `${known.username} · ${t.kinds[known.type]}` }, ...found]
      : found
  return (
    <Select<number>
      {...(id ? { id } : {})}
      allowClear={clearing}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t.parentSearch}
      loading={isFetching}
      options={offered}
      {...(value === undefined ? {} : { value })}
      onChange={(next: number | undefined) => onChange?.(next)}
    />
  )
}

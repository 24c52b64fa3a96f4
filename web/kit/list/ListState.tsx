import { InboxOutlined, LockOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { isRefused } from '../api.ts'
import { kitWords } from '../kit-text.ts'
import { useText } from '../text.ts'

interface ListStateProps {
  error: Error | null
  filtered: boolean
  retry: () => void
  reset?: (() => void) | undefined
  empty?: string | undefined
}

/** What stands in a table without rows: why, and what can be done about it. */
export function ListState({ error, filtered, retry, reset, empty }: ListStateProps) {
  const t = useText(kitWords)
  if (error && isRefused(error)) return <State icon={<LockOutlined />} text={t.refused} />
  if (error) {
    return (
      <State icon={<WarningOutlined />} text={`${t.failed}: ${error.message}`} alert>
        <Button onClick={retry}>{t.retry}</Button>
      </State>
    )
  }
  return (
    <State icon={<InboxOutlined />} text={filtered ? t.emptyFiltered : (empty ?? t.empty)}>
      {filtered && reset && <Button onClick={reset}>{t.reset}</Button>}
    </State>
  )
}

function State({
  icon,
  text,
  alert,
  children,
}: {
  icon: ReactNode
  text: string
  alert?: boolean
  children?: ReactNode
}) {
  return (
    <div className="pb-state" role={alert ? 'alert' : 'status'}>
      <span className="pb-state-icon" aria-hidden>
        {icon}
      </span>
      <span>{text}</span>
      {children}
    </div>
  )
}

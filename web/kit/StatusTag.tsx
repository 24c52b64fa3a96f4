import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  InfoCircleOutlined,
  MinusCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

/** What a state means for the person looking: never told by colour alone. */
export type Tone = 'neutral' | 'info' | 'waiting' | 'busy' | 'good' | 'warn' | 'bad'

const icons: Record<Tone, ReactNode> = {
  neutral: <MinusCircleOutlined />,
  info: <InfoCircleOutlined />,
  waiting: <ClockCircleOutlined />,
  busy: <SyncOutlined />,
  good: <CheckCircleOutlined />,
  warn: <ExclamationCircleOutlined />,
  bad: <CloseCircleOutlined />,
}

/** A state in words with an icon; colours meet AA in light and dark. */
export function StatusTag({ tone, children, title }: { tone: Tone; children: ReactNode; title?: string }) {
  return (
    <span className={`pb-tag pb-tag-${tone}`} title={title}>
      <span aria-hidden>{icons[tone]}</span>
      {children}
    </span>
  )
}

import { WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { kitWords } from './kit-text.ts'
import { useText } from './text.ts'

interface BoundaryProps {
  children: ReactNode
  /** Starts the page afresh. */
  again: () => void
}

/** Keeps what went wrong on one page from taking the others with it. */
export class ErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return <Crashed again={this.props.again} />
  }
}

function Crashed({ again }: { again: () => void }) {
  const t = useText(kitWords)
  return (
    <div className="pb-state" role="alert">
      <span className="pb-state-icon" aria-hidden>
        <WarningOutlined />
      </span>
      <strong>{t.crashed}</strong>
      <span>{t.crashedText}</span>
      <Button onClick={again}>{t.refresh}</Button>
    </div>
  )
}

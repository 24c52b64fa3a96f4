import { Switch } from 'antd'
import { useState } from 'react'
import { attempt } from '../../kit/api.ts'
import { StatusTag, type Tone } from '../../kit/StatusTag.tsx'

interface FlipProps {
  on: boolean
  /** What on and off are called. */
  words: readonly [on: string, off: string]
  /** Names the switch for who cannot see its row. */
  label: string
  /** Sets the wanted state; without it the state is only shown. */
  set?: ((on: boolean) => Promise<unknown>) | undefined
  /** How "off" looks where it is only shown. */
  offTone?: Tone
}

/** A state of a row that is switched on the spot. It sends the wanted state, so pressing twice does no harm. */
export function Flip({ on, words, label, set, offTone = 'bad' }: FlipProps) {
  const [running, setRunning] = useState(false)
  const [shown, hidden] = words
  if (!set) return <StatusTag tone={on ? 'good' : offTone}>{on ? shown : hidden}</StatusTag>
  const change = async (next: boolean) => {
    setRunning(true)
    await attempt(() => set(next)).finally(() => setRunning(false))
  }
  return (
    <Switch
      checked={on}
      loading={running}
      checkedChildren={shown}
      unCheckedChildren={hidden}
      aria-label={label}
      onChange={(next) => void change(next)}
    />
  )
}

import { useRef } from 'react'
import { figure } from '../../kit/figures.ts'

/** A count that lights up briefly when it changes. */
export function Jump({ value, tone = '' }: { value: number; tone?: '' | 'pending' | 'warning' }) {
  const first = useRef(value)
  const changed = value !== first.current
  // Another key starts the animation anew at each change.
  if (changed) first.current = Number.NaN
  return (
    <span
      key={value}
      className={`pb-figure pb-jump${changed ? ' pb-jump-lit' : ''}${value > 0 && tone ? ` pb-jump-${tone}` : ''}`}
    >
      {figure(value, 'count')}
    </span>
  )
}

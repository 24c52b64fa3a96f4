import { useState } from 'react'
import { figure } from '../../kit/figures.ts'

/** A count that lights up briefly when it changes. */
export function Jump({ value, tone = '' }: { value: number; tone?: '' | 'pending' | 'warning' }) {
  const [last, setLast] = useState({ value, changed: false })
  if (last.value !== value) setLast({ value, changed: true })
  return (
    <span
      // Another key starts the animation anew at each change.
      key={value}
      className={`pb-figure pb-jump${last.changed ? ' pb-jump-lit' : ''}${value > 0 && tone ? ` pb-jump-${tone}` : ''}`}
    >
      {figure(value, 'count')}
    </span>
  )
}

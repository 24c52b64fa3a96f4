/** How far a figure's bar reaches: where zero stands and where it ends, in percent of the width. */
export function barOf(value: number, others: readonly number[]): { from: number; width: number } {
  const all = [value, ...others]
  const most = Math.max(...all.map(Math.abs))
  if (most === 0) return { from: 0, width: 0 }
  // Zero stands left unless something is a loss; then it stands in the middle, so that both days share it.
  const zero = all.some((one) => one < 0) ? 50 : 0
  const width = (Math.abs(value) / most) * (100 - zero)
  return { from: value < 0 ? zero - width : zero, width }
}

/** Today drawn above yesterday, on one scale. The figures stand beside it as text; this is for the eye only. */
export function DayBars({ today, yesterday }: { today: number; yesterday: number }) {
  const now = barOf(today, [yesterday])
  const before = barOf(yesterday, [today])
  return (
    <svg className="pb-day-bars" width="100%" height="12" aria-hidden>
      <rect className="pb-day-bars-ground" width="100%" height="12" rx="2" />
      <rect
        className="pb-day-bars-today"
        x={`${now.from}%`}
        y="1"
        width={`${now.width}%`}
        height="5"
        rx="1"
      />
      <rect
        className="pb-day-bars-yesterday"
        x={`${before.from}%`}
        y="7"
        width={`${before.width}%`}
        height="4"
        rx="1"
      />
    </svg>
  )
}

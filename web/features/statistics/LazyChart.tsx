import { Skeleton } from 'antd'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from '../../kit/ErrorBoundary.tsx'
import type { ChartPanel } from './ChartPanel.tsx'

const Panel = lazy(async () => ({ default: (await import('./ChartPanel.tsx')).ChartPanel }))

/** The chart with all it needs, loaded when somebody asks for one; what goes wrong in it leaves the table standing. */
export function LazyChart(props: ComponentProps<typeof ChartPanel>) {
  const [round, setRound] = useState(0)
  return (
    <ErrorBoundary key={round} again={() => setRound(round + 1)}>
      <Suspense fallback={<Skeleton active className="pb-stat-chart" />}>
        <Panel {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { use as draws, init } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only what is drawn here: the whole library is several times as much.
draws([AriaComponent, BarChart, CanvasRenderer, GridComponent, LegendComponent, LineChart, TooltipComponent])

/** Draws into a box and follows its size. Answers how to draw anew and how to end. */
export function chartIn(box: HTMLElement): {
  draw: (option: Record<string, unknown>) => void
  end: () => void
} {
  const chart = init(box)
  const watcher = new ResizeObserver(() => chart.resize())
  watcher.observe(box)
  return {
    draw: (option) => chart.setOption(option, { notMerge: true }),
    end: () => {
      watcher.disconnect()
      chart.dispose()
    },
  }
}

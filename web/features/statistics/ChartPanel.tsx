import { Button, Radio, Select, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { statistics } from '../../../contract/statistics.ts'
import {
  type StatisticsFigure,
  statisticsFigureNames,
  statisticsFigures,
} from '../../../contract/statistics-figures.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { useLanguage, useText } from '../../kit/text.ts'
import { useDark, useStill } from '../../kit/theme.ts'
import type { Filtered } from './asked.ts'
import { chartIn } from './chart.ts'
import { type Drawing, optionOf } from './chart-options.ts'
import { type ChartKind, mostCompared, useDrawing } from './drawings.ts'
import { statisticsWords } from './words.ts'

interface ChartPanelProps {
  kind: 'daily' | 'monthly'
  filter: Filtered
  configs: ResultOf<typeof statistics.dailyStatistics>['configs']
}

/** A metric drawn over time or platforms, from the same calls as the table, which stays the source. */
export function ChartPanel({ kind: of, filter, configs }: ChartPanelProps) {
  const t = useText(statisticsWords)
  const kit = useText(kitWords)
  const language = useLanguage()
  const [metric, setMetric] = useState<StatisticsFigure>('total_recharge')
  const [chosen, setChosen] = useState<ChartKind>('trend')
  const [picked, setPicked] = useState<readonly number[]>([])
  const kind = of === 'monthly' ? 'compare' : chosen
  const { drawing, compared, error, again } = useDrawing({ kind, of, metric, filter, picked })
  const title = statisticsFigures[metric].title[language]
  const shown = drawing && drawing.points.length > 0 ? drawing : undefined
  return (
    <section className="pb-stat-chart" aria-label={t.chart}>
      <div className="pb-stat-chart-head">
        <Select
          aria-label={t.metric}
          value={metric}
          onChange={setMetric}
          showSearch={{ optionFilterProp: 'label' }}
          options={statisticsFigureNames.map((name) => ({
            value: name,
            label: statisticsFigures[name].title[language],
          }))}
        />
        {of === 'daily' && (
          <Radio.Group
            optionType="button"
            aria-label={t.chartKind}
            value={chosen}
            onChange={(event) => setChosen(event.target.value as ChartKind)}
            options={(['trend', 'compare', 'ranking'] as const).map((value) => ({ value, label: t[value] }))}
          />
        )}
        {kind === 'compare' && (
          <Select
            aria-label={t.comparePick}
            placeholder={t.comparePick}
            mode="multiple"
            maxCount={mostCompared}
            maxTagCount="responsive"
            className="pb-stat-compare"
            value={[...(picked.length > 0 ? picked : compared)]}
            onChange={(ids: number[]) => setPicked(ids)}
            showSearch={{ optionFilterProp: 'label' }}
            options={configs.platformList
              .filter(({ status }) => status !== 0)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </div>
      {error ? (
        <p role="alert">
          {t.chartFailed}: {error.message}{' '}
          <Button size="small" onClick={again}>
            {kit.retry}
          </Button>
        </p>
      ) : !drawing ? (
        <Skeleton active />
      ) : shown ? (
        <Canvas drawing={shown} label={t.chartOf(title, t[kind], shown.series.length, shown.points.length)} />
      ) : (
        <p className="pb-quiet">{t.chartEmpty}</p>
      )}
    </section>
  )
}

function Canvas({ drawing, label }: { drawing: Drawing; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ReturnType<typeof chartIn>>(undefined)
  const dark = useDark()
  const still = useStill()
  const language = useLanguage()
  useEffect(() => {
    if (!box.current) return
    const made = chartIn(box.current)
    chart.current = made
    return () => {
      chart.current = undefined
      made.end()
    }
  }, [])
  const text = JSON.stringify(drawing)
  useEffect(() => {
    chart.current?.draw(optionOf(JSON.parse(text) as Drawing, { dark, still, language }))
  }, [text, dark, still, language])
  return <div ref={box} role="img" aria-label={label} className="pb-stat-canvas" />
}

import { Radio } from 'antd'
import { kitWords } from '../kit-text.ts'
import { usePage } from '../page.tsx'
import { useText } from '../text.ts'
import { dayValues, type RangeName } from './ranges.ts'

interface QuickRangesProps {
  /** Parameters of the first and the last day. */
  names: readonly [string, string]
  /** What the list shows without an address of its own. */
  usual?: RangeName
}

/** Today, this week, this month: one press searches at once. For lists that keep their place in the address. */
export function QuickRanges({ names, usual }: QuickRangesProps) {
  const t = useText(kitWords)
  const { search, setSearch } = usePage()
  const given = new URLSearchParams(search)
  const [start, end] = names
  const known = usual ? dayValues(usual, ['start', 'end']) : { start: '', end: '' }
  const options = (['today', 'thisWeek', 'thisMonth'] as const).map((name) => {
    const days = dayValues(name, ['start', 'end'])
    return { value: name, label: t[name], days }
  })
  const shown = { start: given.get(start) ?? known.start, end: given.get(end) ?? known.end }
  const current = options.find(({ days }) => days.start === shown.start && days.end === shown.end)
  const choose = (name: string) => {
    const days = options.find(({ value }) => value === name)?.days
    if (!days) return
    given.set(start, days.start)
    given.set(end, days.end)
    given.delete('page')
    setSearch(`?${given}`)
  }
  return (
    <Radio.Group
      optionType="button"
      aria-label={t.quickRanges}
      options={options.map(({ value, label }) => ({ value, label }))}
      value={current?.value ?? ''}
      onChange={(event) => choose(String(event.target.value))}
    />
  )
}

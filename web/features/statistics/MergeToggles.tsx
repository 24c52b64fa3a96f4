import { Checkbox } from 'antd'
import { usePage } from '../../kit/page.tsx'
import { useText } from '../../kit/text.ts'
import { statisticsWords } from './words.ts'

const flags = ['mergeDailyFlag', 'mergeByDayFlag'] as const
export type MergeFlag = (typeof flags)[number]

/** How the list's address says its rows are merged. */
export const mergedBy = (search: string): MergeFlag | undefined => {
  const given = new URLSearchParams(search)
  return flags.find((flag) => given.get(flag) === '1')
}

/** Merging by platform or by date; one switches the other off. */
export function MergeToggles() {
  const t = useText(statisticsWords)
  const { search, setSearch } = usePage()
  const merged = mergedBy(search)
  const titles: Record<MergeFlag, string> = { mergeDailyFlag: t.mergeDaily, mergeByDayFlag: t.mergeByDay }
  const choose = (flag: MergeFlag, on: boolean) => {
    const next = new URLSearchParams(search)
    // What was sorted by may not be there any more.
    for (const name of [...flags, 'page', 'orderBy', 'orderType']) next.delete(name)
    if (on) next.set(flag, '1')
    setSearch(`?${next}`)
  }
  return (
    <fieldset className="pb-stat-merge" aria-label={t.merging}>
      {flags.map((flag) => (
        <Checkbox
          key={flag}
          checked={merged === flag}
          onChange={(event) => choose(flag, event.target.checked)}
        >
          {titles[flag]}
        </Checkbox>
      ))}
    </fieldset>
  )
}

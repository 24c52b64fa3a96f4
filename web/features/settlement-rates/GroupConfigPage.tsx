import { Tabs } from 'antd'
import type { ComponentType } from 'react'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import type { Text } from '../../../contract/kit/language.ts'
import { useMay } from '../../kit/may.ts'
import { usePage } from '../../kit/page.tsx'
import { useSay } from '../../kit/text.ts'

/** One tab of group configuration: who may read its list sees it. */
export interface ConfigTab {
  key: string
  title: Text
  source: Endpoint
  Body: ComponentType
}

/** What the group sets for everybody. Which tab one looks at stands in the address. */
export function GroupConfigPage({ tabs }: { tabs: readonly ConfigTab[] }) {
  const say = useSay()
  const may = useMay()
  const { search, setSearch } = usePage()
  const seen = tabs.filter(({ source }) => may(source))
  const asked = new URLSearchParams(search).get('tab')
  const current = seen.find(({ key }) => key === asked) ?? seen[0]
  if (!current) return null
  const choose = (key: string) => {
    const next = new URLSearchParams(search)
    if (key === seen[0]?.key) next.delete('tab')
    else next.set('tab', key)
    setSearch(next.size > 0 ? `?${next}` : '')
  }
  return (
    <div className="pb-config">
      <Tabs
        activeKey={current.key}
        onChange={choose}
        items={seen.map(({ key, title }) => ({ key, label: say(title) }))}
      />
      <current.Body key={current.key} />
    </div>
  )
}

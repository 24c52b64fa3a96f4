import { createElement } from 'react'
import { text } from '../../../contract/kit/language.ts'
import { groupConfigPath, settlementRates } from '../../../contract/settlement-rates.ts'
import { page } from '../../kit/page.tsx'
import type { ConfigTab } from './GroupConfigPage.tsx'

export { TodayRate } from './TodayRate.tsx'

/** Group configuration: settlement rates, and the tabs that other rooms bring. */
export const groupConfigPages = (loadMore: readonly (() => Promise<ConfigTab>)[]) => [
  page({
    path: groupConfigPath,
    title: text('集团配置', 'Group configuration'),
    load: async () => {
      const [{ GroupConfigPage }, { RatesTab }, ...more] = await Promise.all([
        import('./GroupConfigPage.tsx'),
        import('./RatesTab.tsx'),
        ...loadMore.map((load) => load()),
      ])
      const rates = {
        key: 'rates',
        title: settlementRates.list.title,
        source: settlementRates.list,
        Body: RatesTab,
      }
      const tabs = [rates, ...more]
      return () => createElement(GroupConfigPage, { tabs })
    },
  }),
]

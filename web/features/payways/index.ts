import { payways } from '../../../contract/payways.ts'
import { page } from '../../kit/page.tsx'

export const pages = [
  page({
    path: payways.paywaySummary.path,
    title: payways.paywaySummary.title,
    load: async () => (await import('./PaywaysPage.tsx')).PaywaysPage,
  }),
]

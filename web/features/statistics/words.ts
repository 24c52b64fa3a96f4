import { words } from '../../kit/text.ts'

export const statisticsWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

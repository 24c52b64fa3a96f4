import { words } from '../../kit/text.ts'

export const settlementWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

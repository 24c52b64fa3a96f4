import { words } from '../../kit/text.ts'

export const paywayWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

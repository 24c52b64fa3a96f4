import { words } from '../../kit/text.ts'

export const platformWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

import { words } from '../../kit/text.ts'

export const roleWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

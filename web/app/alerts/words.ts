import { words } from '../../kit/text.ts'

/** Words of alerts and their settings. */
export const alertWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

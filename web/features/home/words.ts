import { words } from '../../kit/text.ts'

/** Words of the home room. */
export const homeWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

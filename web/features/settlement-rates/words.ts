import { words } from '../../kit/text.ts'

/** Words of the room of settlement rates. */
export const rateWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

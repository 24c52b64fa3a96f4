import { words } from '../../kit/text.ts'

/** Words of the sign-in room. */
export const signInWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

import { words } from '../kit/text.ts'

/** The shell's own words. */
export const shellWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

import { words } from './text.ts'

/** The kit's own words. */
export const kitWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

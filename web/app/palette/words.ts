import { words } from '../../kit/text.ts'

/** Words of the palette and the help on keys. */
export const paletteWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

import { words } from '../../kit/text.ts'

/** Words of the room of notices. */
export const noticeWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

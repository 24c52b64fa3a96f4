import { words } from '../../kit/text.ts'

/** Words of the room of tasks. */
export const taskWords = words({
  'zh-cn': () => import('./text.zh.ts'),
  'en-us': () => import('./text.en.ts'),
})

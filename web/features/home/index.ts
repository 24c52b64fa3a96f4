import { text } from '../../../contract/kit/language.ts'
import { page } from '../../kit/page.tsx'

export const pages = [
  page({
    path: '/',
    title: text('首页', 'Home'),
    load: async () => (await import('./HomePage.tsx')).HomePage,
  }),
]

import { link } from '../../../contract/link.ts'
import { page } from '../../kit/page.tsx'

export const pages = [
  page({
    path: link.deadLetters.path,
    title: link.deadLetters.title,
    load: async () => (await import('./DeadLettersPage.tsx')).DeadLettersPage,
  }),
]

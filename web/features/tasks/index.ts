import { tasks } from '../../../contract/tasks.ts'
import { page } from '../../kit/page.tsx'

export { MessageBox } from './MessageBox.tsx'

export const pages = [
  page({
    path: tasks.own.path,
    title: tasks.own.title,
    load: async () => (await import('./TasksPage.tsx')).TasksPage,
  }),
]

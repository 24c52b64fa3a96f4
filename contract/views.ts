import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'

/** How somebody arranged a table: its columns in order, those not shown, those pinned. */
export const Arrangement = z.object({
  order: z.array(z.string().max(60)).max(100),
  hidden: z.array(z.string().max(60)).max(100),
  pinned: z.array(z.string().max(60)).max(100),
})

export const SavedView = z.object({
  name: z.string(),
  search: z.string(),
  arrangement: Arrangement.nullable(),
})

/** Most views a person keeps of one list. */
export const mostViews = 30

const list = () => p.text({ max: 80, pattern: /^[\w.:-]+$/ })
const name = () => p.text({ max: 40 })

export const views = {
  list: endpoint({
    id: 'views.list',
    method: 'GET',
    path: '/adminapi/serves/views',
    title: text('我的视图', 'My views'),
    access: 'session',
    params: z.object({ list: list() }),
    result: z.object({ list: z.array(SavedView) }),
  }),
  save: endpoint({
    id: 'views.save',
    method: 'POST',
    path: '/adminapi/serves/viewSave',
    title: text('保存视图', 'Save a view'),
    access: 'session',
    writes: true,
    params: z.object({
      list: list(),
      name: name(),
      search: p.clearable({ max: 2000 }),
      arrangement: p.json(Arrangement).optional(),
    }),
    result: z.null(),
  }),
  remove: endpoint({
    id: 'views.remove',
    method: 'POST',
    path: '/adminapi/serves/viewDel',
    title: text('删除视图', 'Delete a view'),
    access: 'session',
    writes: true,
    params: z.object({ list: list(), name: name() }),
    result: z.null(),
  }),
}

export const viewMessages = {
  'views.tooMany': text('每个列表最多保存 {most} 个视图', 'At most {most} views can be saved for a list'),
} as const

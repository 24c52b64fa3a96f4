import * as s from './shapes.ts'

/** What selectors of categories and platforms offer, in whichever answer. */
export const cateList = s.rows({ id: s.number(), name: s.text('Quays') })
export const platformList = s.rows({
  id: s.number(),
  name: s.text('Harbor Lights'),
  remark: s.text('calm'),
  cate_id: s.number(),
  status: s.number(1),
})
export const catePlatformList = s.byKey({
  cateName: s.text('Quays'),
  children: s.rows({ id: s.number(), name: s.text('Harbor Lights') }),
})

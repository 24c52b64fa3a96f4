import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platforms } from '../../../contract/platforms.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { type Desk, deskOf } from './testing.ts'

let app: TestApp
let operator: Caller
let viewer: Caller
let desk: Desk
beforeAll(async () => {
  app = await testApp()
  operator = await app.as('operator')
  viewer = await app.as('viewer')
  desk = deskOf(app, operator)
})
afterAll(() => app.close())

describe('categories', () => {
  test('are added, found, changed, switched and deleted, each with its trace', async () => {
    const name = desk.fresh('100%_Live')
    const id = (await operator(platforms.cateAdd, { name, remark: 'first' })).data?.id ?? 0
    const list = async (params: object) => (await viewer(platforms.cateList, params)).data
    expect((await list({ name: '0%_l' }))?.list).toEqual([{ id, name, remark: 'first', status: 1 }])
    expect((await list({ name: '_%' }))?.count).toBe(0)
    await operator(platforms.cateEdit, { id, name: `${name}!` })
    // By GET as it is documented, and by POST.
    expect((await operator(platforms.cateStatus, { id, newStatus: 0 })).code).toBe(200)
    expect((await list({ status: [0] }))?.list).toEqual([{ id, name: `${name}!`, remark: '', status: 0 }])
    expect((await operator(platforms.cateStatus, { id, newStatus: 1 }, { method: 'POST' })).code).toBe(200)
    expect((await list({ name, status: [0] }))?.count).toBe(0)
    expect((await operator(platforms.cateDel, { id })).code).toBe(200)
    expect((await list({ name }))?.count).toBe(0)
    expect((await desk.auditOf('category', id)).map(({ action }) => action)).toEqual([
      'platforms.cateAdd',
      'platforms.cateEdit',
      'platforms.cateStatus',
      'platforms.cateStatus',
      'platforms.cateDel',
    ])
    expect((await desk.auditOf('category', id))[1]).toMatchObject({
      actor: 'test-operator',
      before: { name, remark: 'first', status: 1 },
      after: { name: `${name}!`, remark: '', status: 1 },
    })
    // A deleted one's name is free again.
    expect((await operator(platforms.cateAdd, { name: `${name}!` })).code).toBe(200)
  })

  test('refuse what is wrong', async () => {
    const { path: add } = platforms.cateAdd
    const { path: edit } = platforms.cateEdit
    const name = desk.fresh('Cards')
    const id = (await operator(platforms.cateAdd, { name })).data?.id ?? 0
    const other = await desk.aCategory()
    await desk.refusedInBoth(add, {}, 'name', '请填写名称（name）', 'Name (name) is required')
    await desk.refusedInBoth(add, { name: '   ' }, 'name', '请填写名称（name）', 'Name (name) is required')
    await desk.refusedInBoth(
      add,
      { name: name.toUpperCase() },
      'name',
      '分类名称已存在',
      'A category of this name exists already',
    )
    await desk.refusedInBoth(
      edit,
      { id: String(other), name },
      'name',
      '分类名称已存在',
      'A category of this name exists already',
    )
    await desk.refusedInBoth(
      edit,
      { id: '99999', name: 'x' },
      'id',
      '平台分类不存在',
      'No such platform category',
    )
    const status = platforms.cateStatus.path
    await desk.refusedInBoth(
      status,
      { id: String(id), newStatus: '2' },
      'newStatus',
      '状态（newStatus）格式不正确',
      'Status (newStatus) is not valid',
      'GET',
    )
    await desk.refusedInBoth(
      status,
      { id: '99999', newStatus: '1' },
      'id',
      '平台分类不存在',
      'No such platform category',
      'GET',
    )
    const platform = await desk.aPlatformOf(id)
    await desk.refusedInBoth(
      platforms.cateDel.path,
      { id: String(id) },
      'id',
      '该分类下还有平台，不能删除',
      'Platforms belong to this category, it cannot be deleted',
      'GET',
    )
    await operator(platforms.platformDel, { id: platform })
    expect((await operator(platforms.cateDel, { id })).code).toBe(200)
    await desk.refusedInBoth(
      platforms.cateDel.path,
      { id: String(id) },
      'id',
      '平台分类不存在',
      'No such platform category',
      'GET',
    )
  })

  test('one that is deleted at the moment a platform moves in loses to it, or keeps it out', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await desk.aCategory()
      const [gone, added] = await Promise.all([
        operator(platforms.cateDel, { id }),
        operator(platforms.platformAdd, { name: desk.fresh('Racer'), cate_id: id }),
      ])
      expect([gone.success, added.success].filter(Boolean)).toHaveLength(1)
    }
  })

  test('a disabled one is hidden from selectors', async () => {
    const id = await desk.aCategory()
    const offered = async () =>
      (await viewer(platforms.platformList, {})).data?.configs.cateList.some((category) => category.id === id)
    expect(await offered()).toBe(true)
    await operator(platforms.cateStatus, { id, newStatus: 0 })
    expect(await offered()).toBe(false)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, languages } from '../../../contract/kit/language.ts'
import { notices } from '../../../contract/notices.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { clean, plainOf } from './clean.ts'

let t: TestApp
let operator: Caller
let viewer: Caller
let channel: Caller
beforeAll(async () => {
  t = await testApp()
  operator = await t.as('operator')
  viewer = await t.as('viewer')
  channel = await t.as('channel')
})
afterAll(() => t.close())

const at = (minutes: number) =>
  t.services.clock.format(new Date(t.services.clock.now().getTime() + minutes * 60_000))
let counter = 0
const aNotice = async (more: object = {}) => {
  const title = `Notice ${++counter}`
  const { data } = await operator(notices.add, {
    title,
    content: '<p>Hello</p>',
    start_time: at(-10),
    end_time: at(60),
    push_time: at(-5),
    ...more,
  })
  return { id: data?.id ?? 0, title }
}
const titles = async (caller: Caller, endpoint: typeof notices.forUser | typeof notices.forChannel) =>
  (await caller(endpoint, { limit: 300 })).data?.list.map(({ title }) => title) ?? []
const rowOf = async (id: number) =>
  (await viewer(notices.list, { limit: 300 })).data?.list.find((row) => row.id === id)

describe('notices', () => {
  test('are visible from the start, changed, hidden and deleted, each with its trace', async () => {
    const { id, title } = await aNotice()
    expect(await rowOf(id)).toMatchObject({ title, status: 1, audience: 'all', shown: 'shown' })
    expect(await titles(channel, notices.forChannel)).toContain(title)
    await operator(notices.status, { id, newStatus: 0 })
    expect(await rowOf(id)).toMatchObject({ status: 0, shown: 'hidden' })
    expect(await titles(channel, notices.forChannel)).not.toContain(title)
    expect(await titles(viewer, notices.forUser)).not.toContain(title)
    await operator(notices.edit, {
      id,
      title: `${title}!`,
      content: '<p>Changed</p>',
      start_time: at(-10),
      end_time: at(60),
      push_time: at(-5),
    })
    expect(await rowOf(id)).toMatchObject({ title: `${title}!`, content: '<p>Changed</p>', status: 0 })
    expect((await operator(notices.del, { id })).code).toBe(200)
    expect(await rowOf(id)).toBeUndefined()
    const trace = await t.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'notice')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(trace.map(({ action }) => action)).toEqual([
      'notices.add',
      'notices.status',
      'notices.edit',
      'notices.del',
    ])
  })

  test('are read by those they are for', async () => {
    const everybody = await aNotice()
    const staff = await aNotice({ audience: 'staff' })
    const channels = await aNotice({ audience: 'channel' })
    const asStaff = await titles(viewer, notices.forUser)
    expect(asStaff).toEqual(expect.arrayContaining([everybody.title, staff.title]))
    expect(asStaff).not.toContain(channels.title)
    for (const endpoint of [notices.forUser, notices.forChannel]) {
      const asChannel = await titles(channel, endpoint)
      expect(asChannel).toEqual(expect.arrayContaining([everybody.title, channels.title]))
      expect(asChannel).not.toContain(staff.title)
    }
  })

  test('are read once pushed, from their start to their end, the newest push first', async () => {
    const soon = await aNotice({ push_time: at(5) })
    const later = await aNotice({ start_time: at(5) })
    const over = await aNotice({ start_time: at(-90), end_time: at(-60), push_time: at(-80) })
    const older = await aNotice({ push_time: at(-9) })
    const newer = await aNotice({ push_time: at(-8) })
    const seen = await titles(channel, notices.forUser)
    for (const { title } of [soon, later, over]) expect(seen).not.toContain(title)
    expect(seen.indexOf(newer.title)).toBeLessThan(seen.indexOf(older.title))
    expect((await rowOf(soon.id))?.shown).toBe('waiting')
    expect((await rowOf(over.id))?.shown).toBe('over')
    t.moveClock(6 * 60_000)
    const then = await titles(channel, notices.forUser)
    expect(then).toEqual(expect.arrayContaining([soon.title, later.title]))
    t.moveClock(-6 * 60_000)
  })

  test('are ten a page at a channel, twenty at home, and found by their words as written', async () => {
    for (let n = 0; n < 22; n++) await aNotice()
    expect((await channel(notices.forChannel, {})).data?.list).toHaveLength(10)
    expect((await viewer(notices.forUser, {})).data?.list).toHaveLength(20)
    const { id } = await aNotice({ title: '100%_off', content: '<p>a <b>bo</b>ld <i>"word" & more</i></p>' })
    const ids = async (params: object) => (await viewer(notices.list, params)).data?.list.map((row) => row.id)
    expect(await ids({ title: '0%_O' })).toEqual([id])
    expect(await ids({ content: 'bold "word" & m' })).toEqual([id])
    expect(await ids({ content: '<b>' })).toEqual([])
    expect((await viewer(notices.list, { status: 0, title: '0%_o' })).data?.count).toBe(0)
  })

  test('may have as many characters as the setting says, 0 being ten thousand', async () => {
    const long = (n: number) => ({ content: `<p>${'字'.repeat(n)}</p>` })
    expect((await aNotice(long(500))).id).toBeGreaterThan(0)
    expect((await aNotice(long(501))).id).toBe(0)
    await t.services.db.insertInto('settings').values({ key: 'notice-words', value: '0' }).execute()
    expect((await aNotice(long(10_000))).id).toBeGreaterThan(0)
    expect((await aNotice(long(10_001))).id).toBe(0)
    expect((await viewer(notices.list, {})).data?.configs).toEqual({ wordLimit: 10_000 })
    await t.services.db.deleteFrom('settings').where('key', '=', 'notice-words').execute()
  })
})

describe('what is written', () => {
  const image = `/adminapi/serves/image/${'a'.repeat(48)}.png`
  test.each([
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="alert(1)">x</p>', '<p>x</p>'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    ['<svg onload=alert(1)><a>y</a></svg>x', 'x'],
    ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>x', 'x'],
    ['<iframe src="javascript:alert(1)">y</iframe>x', 'x'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="jav&#x09;ascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" data:text/html,y">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/adminapi/system/sysMsgDel?id=1">x</a>', '<a>x</a>'],
    [
      '<p style="position:fixed;text-align:center;background:url(x)">x</p>',
      '<p style="text-align:center">x</p>',
    ],
    ['<p style="text-align:expression(alert(1))">x</p>', '<p>x</p>'],
    ['<form action="/x"><input name=a><button>x</button></form>', 'x'],
    ['<img src="data:image/svg+xml,y">x', 'x'],
    ['<img src="https://evil.example/pixel.png">x', 'x'],
    [`<img src="${image}?x" alt="a">x`, 'x'],
    ['<style>*{display:none}</style>x', 'x'],
    ['<meta http-equiv=refresh content=0><base href=//e>x', 'x'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
    ['<object data=x></object><embed src=x>x', 'x'],
    ['<!-- --!><img src=x onerror=alert(1)> -->x', null],
  ])('%s', (sent, kept) => {
    const cleaned = clean(sent)
    if (kept !== null && !sent.includes('noscript')) expect(cleaned).toBe(kept)
    expect(cleaned).not.toMatch(/<[^>]*(onerror|onload|onclick)|<script|<svg|<style|javascript:/i)
    expect(clean(cleaned)).toBe(cleaned)
  })

  test('keeps what the editor makes', () => {
    const html = `<h2 style="text-align:center">A</h2><p><strong>b</strong><em>c</em><u>d</u><s>e</s></p><ul><li><p>f</p></li></ul><img src="${image}" alt="g" />`
    expect(clean(html)).toBe(html)
    expect(clean('<a href="https://a.example/x">y</a>')).toBe(
      '<a href="https://a.example/x" target="_blank" rel="noopener noreferrer nofollow">y</a>',
    )
    expect(plainOf('<p>1 &lt; 2 &amp;amp; 3</p>')).toBe('1 < 2 &amp; 3')
  })
})

describe('is refused', () => {
  const good = () => ({
    title: 'T',
    content: '<p>c</p>',
    start_time: '2026-05-01 00:00:00',
    end_time: '2026-05-02 00:00:00',
    push_time: '2026-05-01 00:00:00',
  })
  const both = (zh: string, en: string): Record<Language, string> => ({ 'zh-cn': zh, 'en-us': en })
  const add = notices.add.path
  const wrong: [string, string, Record<string, string>, string, Record<Language, string>][] = [
    [
      'without a title',
      add,
      { ...good(), title: ' ' },
      'title',
      both('请填写标题（title）', 'Title (title) is required'),
    ],
    [
      'without content',
      add,
      { ...good(), content: '' },
      'content',
      both('请填写内容（content）', 'Content (content) is required'),
    ],
    [
      'without a start',
      add,
      { ...good(), start_time: '' },
      'start_time',
      both('请填写开始时间（start_time）', 'Start time (start_time) is required'),
    ],
    [
      'without an end',
      add,
      { ...good(), end_time: '' },
      'end_time',
      both('请填写结束时间（end_time）', 'End time (end_time) is required'),
    ],
    [
      'without a push',
      add,
      { ...good(), push_time: '' },
      'push_time',
      both('请填写推送时间（push_time）', 'Push time (push_time) is required'),
    ],
    [
      'showing nothing',
      add,
      { ...good(), content: '<p> </p><script>x</script>' },
      'content',
      both('请填写公告内容', 'Please write the notice'),
    ],
    [
      'too long',
      add,
      { ...good(), content: 'x'.repeat(501) },
      'content',
      both('公告内容不能超过500字', 'A notice may have at most 500 characters'),
    ],
    [
      'ending before it starts',
      add,
      { ...good(), end_time: '2026-04-30 23:59:59' },
      'end_time',
      both('结束时间必须晚于开始时间', 'The end time must be after the start time'),
    ],
    [
      'pushed when over',
      add,
      { ...good(), push_time: '2026-05-02 00:00:00' },
      'push_time',
      both('推送时间必须早于结束时间', 'The push time must be before the end time'),
    ],
    [
      'for an unknown audience',
      add,
      { ...good(), audience: 'friends' },
      'audience',
      both('接收对象（audience）格式不正确', 'Audience (audience) is not valid'),
    ],
    [
      'unknown on editing',
      notices.edit.path,
      { ...good(), id: '99999' },
      'id',
      both('公告不存在', 'No such notice'),
    ],
    [
      'unknown on switching',
      notices.status.path,
      { id: '99999', newStatus: '1' },
      'id',
      both('公告不存在', 'No such notice'),
    ],
    [
      'half visible',
      notices.status.path,
      { id: '1', newStatus: '2' },
      'newStatus',
      both('状态（newStatus）格式不正确', 'Status (newStatus) is not valid'),
    ],
  ]
  test.each(wrong)('%s', async (_, path, sent, field, said) => {
    const all = async () => [
      await t.services.db.selectFrom('notices').selectAll().orderBy('id').execute(),
      (await t.services.db.selectFrom('audit_log').select('id').execute()).length,
    ]
    const before = await all()
    for (const lang of languages)
      expect(await t.send(path, sent, { token: operator.token, lang })).toMatchObject({
        success: false,
        code: 400000,
        field,
        message: said[lang],
      })
    expect(await all()).toEqual(before)
  })
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imagePath, platforms } from '../../../contract/platforms.ts'
import { aPlatform } from '../withdrawals/fixtures.ts'
import { appWithHome, pictures, sendForm } from './testing.ts'

let app: Awaited<ReturnType<typeof appWithHome>>
let token = ''
beforeAll(async () => {
  app = await appWithHome()
  ;({ token } = await app.as('operator'))
})
afterAll(() => app.close())

const upload = (bytes: Buffer, name = 'a.png', type = 'image/png', lang = 'zh-cn') =>
  sendForm(app, platforms.uploadImage.path, token, { lang }, { img: { name, type, bytes } })
const stored = () => readdir(join(app.home, 'uploads')).catch(() => [])

describe('an upload', () => {
  test.each(Object.entries(pictures))(
    'takes %s, whatever it calls itself, and serves it',
    async (ending, bytes) => {
      const { data, code } = await upload(bytes, '../../etc/x.html', 'text/html')
      expect(code).toBe(200)
      expect(data).toMatch(new RegExp(`^${imagePath}[0-9a-f]{48}\\.${ending}$`))
      const answer = await app.app.inject({ url: String(data), headers: { accept: 'text/html' } })
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload).toEqual(bytes)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['content-type']).toBe(`image/${ending === 'jpg' ? 'jpeg' : ending}`)
      expect(answer.headers['content-security-policy']).toContain('sandbox')
    },
  )

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const text = (comment: string) => {
    const chunk = Buffer.alloc(12 + comment.length)
    chunk.writeUInt32BE(comment.length, 0)
    chunk.write(`tEXt${comment}`, 4, 'latin1')
    return Buffer.concat([pictures.png.subarray(0, 33), chunk, pictures.png.subarray(33)])
  }
  test.each<[string, Buffer]>([
    ['svg', Buffer.from(svg)],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['text', Buffer.from('hello')],
    ['png that is cut', pictures.png.subarray(0, 50)],
    ['png and html behind it', Buffer.concat([pictures.png, Buffer.from('<script>alert(1)</script>')])],
    ['png and zip behind it', Buffer.concat([pictures.png, Buffer.from('PK\x03\x04')])],
    ['png with a script in a comment', text('<script>alert(1)</script>')],
    [
      'png signature and php',
      Buffer.concat([pictures.png.subarray(0, 8), Buffer.from('<?php system($_GET[0]);')]),
    ],
    ['gif header and javascript', Buffer.from('GIF89a/*\x00\x00\x00\x00\x00\x00\x00*/=1;alert(1)')],
    ['gif and html behind it', Buffer.concat([pictures.gif, Buffer.from('<html>')])],
    ['jpeg and php behind it', Buffer.concat([pictures.jpg, Buffer.from('<?php')])],
    ['jpeg mark alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['webp of another length', Buffer.concat([pictures.webp, Buffer.from('x')])],
    ['riff that is a sound', Buffer.from('RIFF\x0c\x00\x00\x00WAVEfmt \x00\x00\x00\x00', 'latin1')],
    ['bmp', Buffer.from('BM\x3a\x00\x00\x00', 'latin1')],
    ['pdf', Buffer.from('%PDF-1.7')],
  ])('refuses %s named as a picture, in both languages, and keeps nothing', async (_, bytes) => {
    const before = await stored()
    expect(await upload(bytes)).toMatchObject({
      code: 400000,
      field: 'img',
      message: '只能上传 PNG、JPG、GIF、WEBP 图片',
    })
    expect((await upload(bytes, 'a.png', 'image/png', 'en-us')).message).toBe(
      'Only PNG, JPG, GIF and WEBP images can be uploaded',
    )
    expect(await stored()).toEqual(before)
  })

  test('refuses nothing at all, and too much', async () => {
    expect((await upload(Buffer.alloc(0))).message).toBe('请选择要上传的图片')
    expect(await sendForm(app, platforms.uploadImage.path, token, {}, {})).toMatchObject({
      code: 400000,
      field: 'img',
    })
    expect(await app.send(platforms.uploadImage.path, {}, { token })).toMatchObject({ code: 400000 })
    const large = Buffer.concat([pictures.png, Buffer.alloc(5 * 1024 * 1024)])
    expect((await upload(large)).message).toBe('图片不能超过 5 MB')
    expect((await upload(Buffer.alloc(11 * 1024 * 1024))).code).toBe(400000)
  })

  test('needs a session', async () => {
    const answer = await sendForm(
      app,
      platforms.uploadImage.path,
      'nobody',
      {},
      { img: { bytes: pictures.png } },
    )
    expect(answer.code).toBe(410000)
  })
})

test.each([
  '',
  '.',
  '..%2f..%2fmaster.key',
  '%2e%2e/%2e%2e/etc/passwd',
  'a.png',
  `${'0'.repeat(48)}.png`,
  `${'0'.repeat(48)}.html`,
  `${'0'.repeat(48)}.png%00.html`,
])('there is nothing at %s', async (name) => {
  const answer = await app.app.inject({ url: `${imagePath}${name}` })
  expect(answer.statusCode).toBe(404)
})

describe('the icon of a platform', () => {
  const category = async () => {
    const operator = await app.as('operator')
    return (await operator(platforms.cateAdd, { name: `Icons ${Math.random()}` })).data?.id ?? 0
  }
  const iconOf = async (id: number) =>
    (await app.services.db.selectFrom('platforms').select('icon').where('id', '=', id).executeTakeFirst())
      ?.icon

  test('comes as a file part or as the address of an upload, and stays until it is cleared', async () => {
    const operator = await app.as('operator')
    const cate_id = await category()
    const form = { name: 'With icon', cate_id: String(cate_id) }
    const added = await sendForm(app, platforms.platformAdd.path, token, form, {
      icon: { bytes: pictures.gif },
    })
    const { id } = added.data as { id: number }
    const first = await iconOf(id)
    expect(first).toMatch(/\.gif$/)
    await operator(platforms.platformEdit, { id, name: 'With icon', cate_id })
    expect(await iconOf(id)).toBe(first)
    const { data: icon } = await upload(pictures.webp)
    await operator(platforms.platformEdit, { id, name: 'With icon', cate_id, icon: String(icon) })
    expect(await iconOf(id)).toBe(icon)
    await operator(platforms.platformEdit, { id, name: 'With icon', cate_id, clear: ['icon'] })
    expect(await iconOf(id)).toBe('')
    expect(await readFile(join(app.home, 'uploads', String(icon).slice(imagePath.length)))).toEqual(
      pictures.webp,
    )
  })

  test('must be one of ours and a picture; what is refused leaves no file', async () => {
    const operator = await app.as('operator')
    const cate_id = await category()
    for (const icon of [
      'https://evil.example/x.png',
      `${imagePath}../master.key`,
      `${imagePath}${'0'.repeat(48)}.png`,
    ])
      expect(await operator(platforms.platformAdd, { name: 'Wrong icon', cate_id, icon })).toMatchObject({
        code: 400000,
        field: 'icon',
        message: '请先上传图标图片',
      })
    const before = await stored()
    const form = { name: 'Wrong icon', cate_id: String(cate_id) }
    const html = { icon: { bytes: Buffer.from('<html>') } }
    expect(await sendForm(app, platforms.platformAdd.path, token, form, html)).toMatchObject({
      field: 'icon',
    })
    await aPlatform(app.services.db, { name: 'Taken' })
    const taken = await sendForm(
      app,
      platforms.platformAdd.path,
      token,
      { ...form, name: 'taken' },
      { icon: { bytes: pictures.png } },
    )
    expect(taken).toMatchObject({ code: 400000, field: 'name' })
    expect(await stored()).toEqual(before)
  })
})

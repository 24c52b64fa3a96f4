import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Envelope } from '../../../contract/kit/codes.ts'
import { platforms } from '../../../contract/platforms.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'

/** The product with a home folder of its own, for what is uploaded. */
export async function appWithHome(env: Record<string, string> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'pitboss-home-'))
  const app = await testApp({ env: { PITBOSS_HOME: home, ...env } })
  return {
    ...app,
    home,
    async close() {
      await app.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Sends a multipart form, as a browser does. */
export async function sendForm(
  { app }: Pick<TestApp, 'app'>,
  path: string,
  token: string,
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, { name?: string; type?: string; bytes: Buffer }>>,
): Promise<Envelope> {
  const boundary = `----${randomBytes(12).toString('hex')}`
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries({ lang: 'zh-cn', appId: '3', ...fields }))
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    )
  for (const [field, { name = 'a.png', type = 'image/png', bytes }] of Object.entries(files)) {
    const head = `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`
    parts.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n'))
  }
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      authorization: `Bearer ${token}`,
    },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  })
  return response.json()
}

const base64 = (text: string) => Buffer.from(text, 'base64')

/** The smallest pictures of each kind that browsers show. */
export const pictures = {
  png: base64(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  gif: base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  webp: base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  jpg: base64(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==',
  ),
}

export type Desk = ReturnType<typeof deskOf>

/** What tests of categories and platforms do again and again, as one operator. */
export function deskOf(app: TestApp, operator: Caller) {
  const { db } = app.services
  let counter = 0
  const fresh = (what: string) => {
    counter += 1
    return `${what} ${counter}`
  }
  const everything = async () => {
    const [categories, all, audits] = await Promise.all([
      db.selectFrom('platform_categories').selectAll().orderBy('id').execute(),
      db.selectFrom('platforms').selectAll().orderBy('id').execute(),
      db.selectFrom('audit_log').select('id').execute(),
    ])
    return { categories, all, audits: audits.length }
  }
  return {
    fresh,
    aCategory: async () => (await operator(platforms.cateAdd, { name: fresh('Slots') })).data?.id ?? 0,
    aPlatformOf: async (cate_id: number, more = {}) =>
      (await operator(platforms.platformAdd, { name: fresh('Palace'), cate_id, ...more })).data?.id ?? 0,
    rowOf: (id: number) =>
      db.selectFrom('platforms').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    auditOf: (entity: string, id: number) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'actor', 'before', 'after', 'reason'])
        .where('entity', '=', entity)
        .where('entity_id', '=', String(id))
        .orderBy('id')
        .execute(),
    /** Sent in both languages it is refused in both, at this field, and nothing is changed. */
    async refusedInBoth(
      path: string,
      sent: Record<string, string>,
      field: string,
      zh: string,
      en: string,
      method: 'GET' | 'POST' = 'POST',
    ) {
      const before = await everything()
      const ask = (lang: 'zh-cn' | 'en-us') => app.send(path, sent, { token: operator.token, lang, method })
      expect(await ask('zh-cn')).toMatchObject({
        success: false,
        code: 400000,
        field,
        message: zh,
        data: null,
      })
      expect(await ask('en-us')).toMatchObject({ code: 400000, field, message: en })
      expect(await everything()).toEqual(before)
    },
  }
}

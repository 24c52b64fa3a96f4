import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { features } from '../contract/index.ts'
import { readCatalog, outStatement } from './kit/copy/catalog.ts'
import { withClient } from './kit/copy/load.ts'
import { copyOut } from './kit/copy/protocol.ts'
import { securityHeaders } from './kit/http/security-headers.ts'
import { operationsWritten } from './kit/operation-log.ts'
import { type TestApp, testApp, testPassword } from './testing.ts'

const root = join(import.meta.dirname, '..')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ poolSize: 40 })
})
afterAll(() => t.close())

describe('docs/security.md', () => {
  const rowsOf = async () => {
    const text = await readFile(join(root, 'docs/security.md'), 'utf8')
    return [...text.matchAll(/^\| (\d+) \| ([^|]+) \| (.+) \|$/gm)].map(([, n, trap, answer = '']) => ({
      n: Number(n),
      trap,
      answer,
    }))
  }

  test('answers every trap once', async () => {
    expect((await rowsOf()).map(({ n }) => n)).toEqual(Array.from({ length: 33 }, (_, index) => index + 1))
  })

  test('names tests that exist', async () => {
    for (const { n, answer } of await rowsOf()) {
      if (answer === 'settlement') continue
      const [, file = '', name = ''] = /^`([^`]+)` (.+)$/.exec(answer) ?? []
      expect(existsSync(join(root, file)), `${n}: ${file}`).toBe(true)
      expect(await readFile(join(root, file), 'utf8'), `${n}: ${name}`).toContain(name)
    }
  })
})

describe('what the browser is told', () => {
  const directives = (header: string) =>
    new Map(
      header.split(';').map((part) => [part.trim().split(' ')[0] ?? '', part.trim().split(' ').slice(1)]),
    )

  test('scripts come from our own origin and nowhere else', () => {
    const policy = directives(securityHeaders({ overTls: true })['content-security-policy'] ?? '')
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('script-src-attr')).toEqual(["'none'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('default-src')).toEqual(["'self'"])
  })

  test.each(['/healthz', '/adminapi/config', '/adminapi/docs', '/adminapi/nothing'])(
    '%s says so',
    async (url) => {
      const { headers } = await t.app.inject({ method: 'GET', url })
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
    },
  )

  test.each(['web/index.html', 'server/kit/http/docs/page.html', 'dist/web/index.html'])(
    '%s needs no more than that',
    async (file) => {
      const text = existsSync(join(root, file)) ? await readFile(join(root, file), 'utf8') : ''
      for (const [, attributes = '', body = ''] of text.matchAll(/<script([^>]*)>([^<]*)/g)) {
        expect(attributes).toMatch(/ src=/)
        expect(body.trim()).toBe('')
      }
      expect(text).not.toMatch(/ on\w+=|javascript:/i)
    },
  )
})

test('no secret that was ever handed out or typed stands in the database', async () => {
  const admin = await t.as('superAdmin')
  const operator = await t.as('operator')
  const platform = await t.services.db
    .insertInto('platforms')
    .values({ name: 'Canary', cate_id: await category(), status: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.services.db.insertInto('platform_status').values({ platform_id: platform.id }).execute()
  const link = (await operator(features.link.secret, { platformId: platform.id })).data?.secret
  const bot = (await operator(features.logs.botKeyMake, {})).data?.secret
  const typed = 'canary-typed-4711'
  await t.send('/adminapi/verify', { username: admin.username, pwd: typed })
  await t.send('/adminapi/login', { username: admin.username, pwd: typed, code: '471147' })
  await admin(features.signIn.pwdEdit, { pwdOld: typed, pwdNew: typed, pwdConfirm: typed })
  await admin(features.accounts.userAdd, {
    username: 'canary',
    group_id: 4,
    pwd: typed,
    conf_pwd: typed,
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await operationsWritten(t.services.db)

  const secrets = [link, bot, typed, testPassword, admin.token, operator.token]
  expect(secrets.every((secret) => (secret?.length ?? 0) > 8)).toBe(true)
  const found = await search(secrets.map(String))
  expect(found).toEqual([])
  // The search itself finds what is there.
  expect(await search([admin.username])).not.toEqual([])
})

const category = async () =>
  (
    await t.services.db
      .insertInto('platform_categories')
      .values({ name: 'canaries' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Tables in which one of the texts stands, in clear or as hex. */
async function search(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.services.db)
  const database = rows[0]?.name ?? ''
  return withClient({ ...inject('testServer'), database }, async (client) => {
    await client.query('begin')
    const found: string[] = []
    for (const table of (await readCatalog(client)).tables) {
      const parts: Buffer[] = []
      for await (const part of copyOut(client, outStatement(table)) as AsyncIterable<Buffer>) parts.push(part)
      const content = Buffer.concat(parts).toString()
      for (const text of texts) {
        const hex = Buffer.from(text).toString('hex')
        if (content.includes(text) || content.includes(hex)) found.push(`${table.name}: ${text}`)
      }
    }
    await client.query('rollback')
    return found
  })
}

test('rivals of the race tests really meet: as many statements run at once as there are connections', async () => {
  const { db } = t.services
  const rivals = 32
  const meeting = sql`select pg_sleep(0.3)`
  await Promise.all(Array.from({ length: rivals }, () => sql`select pg_sleep(0.1)`.execute(db)))
  const started = performance.now()
  await Promise.all(Array.from({ length: rivals }, () => meeting.execute(db)))
  // One after the other they would take ten seconds.
  expect(performance.now() - started).toBeLessThan(5_000)
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
  expect(rows[0]?.version).toMatch(/^PostgreSQL \d+/)
})

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { link as calls } from '../../../contract/link.ts'
import { type TestDatabase, testDatabase } from '../../kit/db/test-database.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { type APlatform, aPlatform } from './fixtures.ts'
import { enqueueCommands, groupLoginToken, linkHandlers } from './index.ts'
import { linkServices, listeningUsers } from './testing.ts'

let database: TestDatabase
let setup: ReturnType<typeof linkServices>
let platform: APlatform
let listening: Awaited<ReturnType<typeof listeningUsers>>
let stillWrong = false

const db = () => setup.services.db
const ctx = () =>
  ({ ...setup.services, caller: { accountId: 1, username: 'admin' } }) as unknown as Ctx<'rule'>
const handlers = () => linkHandlers(listening.users)
const list = async (more: Record<string, string> = {}) => {
  const answer = await handlers().deadLetters(
    ctx(),
    calls.deadLetters.params.parse({ platform_id: String(platform.id), ...more }),
  )
  return calls.deadLetters.result.parse(answer)
}
const resend = (direction: 'command' | 'event', id: string) =>
  handlers().resend(ctx(), { platform_id: platform.id, direction, id })
const audited = async () =>
  db()
    .selectFrom('audit_log')
    .select(['action', 'entity', 'entity_id'])
    .where('platform_id', '=', platform.id)
    .execute()

beforeAll(async () => {
  database = await testDatabase()
  setup = linkServices(database.connection)
  listening = await listeningUsers(db(), {
    withdrawal: async (_, __, events) =>
      new Map(stillWrong ? events.map(({ id }) => [id, 'data.amount: is wrong']) : []),
  })
})
afterAll(async () => {
  await setup.close()
  await database.drop()
})
beforeEach(async () => {
  stillWrong = false
  await sql`delete from told`.execute(db())
  platform = await aPlatform(db(), setup.services.vault)
})

const aDeadCommand = async (key: string) => {
  await enqueueCommands(db(), [
    { platformId: platform.id, key, name: 'payout.start', data: { orderNo: key }, orderNo: key },
  ])
  const { id } = await db()
    .updateTable('link_outbox')
    .set({ state: 'dead', attempts: 30, reason: 'http: HTTP 404', next_at: 'infinity' })
    .where('platform_id', '=', platform.id)
    .where('key', '=', key)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id.toString()
}
const aRejectedEvent = async (id: string) => {
  const raw = JSON.stringify({ id, type: 'withdrawal', at: '2026-03-01T12:00:00.000Z', data: {} })
  await db()
    .insertInto('link_inbox')
    .values({
      platform_id: platform.id,
      event_id: id,
      type: 'withdrawal',
      state: 'rejected',
      reason: 'wrong',
      raw,
    })
    .execute()
}

test('commands given up on and rejected events stand in one list, newest first', async () => {
  const id = await aDeadCommand('W1')
  await aRejectedEvent('e-1')
  await enqueueCommands(db(), [{ platformId: platform.id, key: 'alive', name: 'payout.start', data: {} }])
  const { list: rows, count } = await list()
  expect(count).toBe(2)
  expect(rows).toMatchObject([
    { direction: 'event', id: 'e-1', name: 'withdrawal', reason: 'wrong', platform_name: platform.name },
    { direction: 'command', id, key: 'W1', state: 'dead', attempts: 30, reason: 'http: HTTP 404' },
  ])
  expect(await list({ limit: '1', page: '2' })).toMatchObject({ count: 2, list: [{ key: 'W1' }] })
  const everywhere = await handlers().deadLetters(ctx(), calls.deadLetters.params.parse({}))
  expect(everywhere.count).toBeGreaterThanOrEqual(2)
})

test('a dead command is put on its way once, asked about before it is sent, and audited', async () => {
  const id = await aDeadCommand('W1')
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => resend('command', id)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const row = await db()
    .selectFrom('link_outbox')
    .selectAll()
    .where('platform_id', '=', platform.id)
    .executeTakeFirst()
  expect(row).toMatchObject({ state: 'unknown', attempts: 0, reason: '' })
  expect(await listening.told()).toMatchObject([{ key: 'W1', state: 'unknown' }])
  expect(await audited()).toEqual([{ action: 'link.resend', entity: 'command', entity_id: 'W1' }])
  await expect(resend('command', id)).rejects.toMatchObject({ said: 'link.notDead' })
  await expect(resend('command', 'nonsense')).rejects.toMatchObject({ said: 'link.notDead' })
})

test('a rejected event is tried again; while it is still wrong nothing changes', async () => {
  await aRejectedEvent('e-1')
  stillWrong = true
  await expect(resend('event', 'e-1')).rejects.toMatchObject({
    said: 'link.stillRejected',
    values: { reason: 'data.amount: is wrong' },
  })
  expect((await list()).count).toBe(1)
  expect(await audited()).toEqual([])
  stillWrong = false
  await resend('event', 'e-1')
  expect((await list()).count).toBe(0)
  expect(await audited()).toEqual([{ action: 'link.resend', entity: 'event', entity_id: 'e-1' }])
  await expect(resend('event', 'e-1')).rejects.toMatchObject({ said: 'link.notDead' })
})

test('a group login token says who comes, for 60 seconds, under the secret of the platform', async () => {
  const token = await groupLoginToken(setup.services, platform.id, {
    kind: 1,
    account: 'admin',
    role: 'Finance',
  })
  const [body = '', mac] = token.split('.')
  expect(createHmac('sha256', platform.secret).update(`group-login.v1.${body}`).digest('base64url')).toBe(mac)
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, number>
  expect(payload).toMatchObject({
    iss: 'pitboss',
    platform: platform.id,
    kind: 1,
    account: 'admin',
    role: 'Finance',
  })
  expect((payload['exp'] ?? 0) - (payload['iat'] ?? 0)).toBe(60)
  await db().updateTable('platforms').set({ secret: null }).where('id', '=', platform.id).execute()
  await expect(
    groupLoginToken(setup.services, platform.id, { kind: 1, account: 'admin', role: '' }),
  ).rejects.toMatchObject({ said: 'link.notSetUp' })
})

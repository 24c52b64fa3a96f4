import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes, type Envelope } from '../../../contract/kit/codes.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { botSignature } from './bot-signature.ts'
import { forgetBotLog, logChecks } from './index.ts'

const { logs } = features
type Verdict = ResultOf<typeof logs.botLog>
let t: TestApp
let operator: Caller
let key = { key_id: '', secret: '' }
const people: Record<string, { id: number; token: string }> = {}

beforeAll(async () => {
  t = await testApp()
  operator = await t.as('operator')
  const add = async (username: string, of: 'channel' | 'subChannel' | 'salesman', parentId?: number) => {
    people[username] = await t.account({
      username,
      kind: seedRoles[of].type,
      roleId: seedRoles[of].id,
      ...(parentId ? { parentId } : {}),
    })
    return people[username].id
  }
  const north = await add('north', 'channel')
  const northSub = await add('north-sub', 'subChannel', north)
  await add('north-sales', 'salesman', northSub)
  await add('south', 'channel')
  key = await made()
})
afterAll(() => t.close())

const made = async () => {
  const answer = await operator(logs.botKeyMake, {})
  expect(answer.code, answer.message).toBe(codes.ok)
  return answer.data ?? { key_id: '', secret: '' }
}

interface Sent {
  key_id?: string
  secret?: string
  offSeconds?: number
  spoil?: (body: string) => string
  signature?: string
}

async function report(
  body: object,
  { key_id = key.key_id, secret = key.secret, offSeconds = 0, spoil = (text) => text, signature }: Sent = {},
): Promise<Envelope<Verdict>> {
  const text = JSON.stringify(body)
  const timestamp = String(Math.floor(t.services.clock.now().getTime() / 1000) + offSeconds)
  const response = await t.app.inject({
    method: 'POST',
    url: logs.botLog.path,
    headers: {
      'content-type': 'application/json',
      'x-bot-key': key_id,
      'x-bot-timestamp': timestamp,
      'x-bot-signature':
        signature ?? botSignature(Buffer.from(secret, 'hex'), timestamp, text).toString('hex'),
    },
    payload: spoil(text),
  })
  return response.json()
}

let entries = 0
const entry = (more: object = {}) => ({
  id: `e-${++entries}`,
  update_time: t.services.clock.now().toISOString(),
  username: 'ops',
  platname: 'Aurora',
  channel_name: 'North',
  channel_account: 'north',
  action: 'queryOrder',
  command: '/order W1',
  response: 'paid',
  chat_id: -100_123,
  target_telegram_id: 77,
  target_telegram_username: 'bob',
  action_telegram_id: '88',
  action_telegram_username: 'alice',
  role_id: '9223372036854775807',
  ...more,
})
const list = async (
  who: Caller | string,
  params: object = {},
  level: 'channelBotLog' | 'subChannelBotLog' = 'channelBotLog',
) => {
  const answer =
    typeof who === 'string'
      ? await t.call(logs[level], params, { token: people[who]?.token ?? '' })
      : await who(logs[level], params)
  expect(answer.code, answer.message).toBe(codes.ok)
  return answer.data ?? { list: [], count: 0 }
}

describe('the key', () => {
  test('is shown once, kept sealed and changed with a day of overlap', async () => {
    const first = await made()
    expect(first.secret).toMatch(/^[0-9a-f]{64}$/)
    const row = await t.services.db.selectFrom('service_keys').selectAll().executeTakeFirstOrThrow()
    expect(row.sealed.toString('hex')).not.toContain(first.secret)
    key = await made()
    expect((await operator(logs.botKey, {})).data).toMatchObject({
      key_id: key.key_id,
      made_by: operator.username,
    })
    expect((await report({ entries: [entry()] }, first)).code).toBe(codes.ok)
    t.moveClock(25 * 3_600_000)
    expect((await report({ entries: [entry()] }, first)).code).toBe(codes.forbidden)
    t.moveClock(-25 * 3_600_000)
    expect((await report({ entries: [] })).code).toBe(codes.ok)
  })

  test.each<[string, Sent]>([
    ['another key id', { key_id: 'bk_0000000000' }],
    ['no signature', { signature: '' }],
    ['another secret', { secret: '00'.repeat(32) }],
    ['a changed body', { spoil: (text) => text.replace('ops', 'opz') }],
    ['one space more', { spoil: (text) => `${text} ` }],
    ['a clock that is late', { offSeconds: -301 }],
    ['a clock that is early', { offSeconds: 302 }],
    ['a signature of the wrong length', { signature: 'ab' }],
  ])('with %s nothing is taken', async (_, sent) => {
    const spoiled = entry()
    expect((await report({ entries: [spoiled] }, sent)).code).toBe(codes.forbidden)
    const found = await t.services.db
      .selectFrom('bot_log')
      .where('entry_id', '=', spoiled.id)
      .select('id')
      .execute()
    expect(found).toEqual([])
  })

  test('withdrawn, nothing of the bot counts any more', async () => {
    expect((await operator(logs.botKeyDel, {})).code).toBe(codes.ok)
    expect((await report({ entries: [entry()] })).code).toBe(codes.forbidden)
    key = await made()
    expect((await report({ entries: [entry()] })).code).toBe(codes.ok)
  })

  test('is made by who holds the rule', async () => {
    expect((await (await t.as('viewer'))(logs.botKeyMake, {})).code).toBe(codes.forbidden)
    expect((await (await t.as('channel'))(logs.botKey, {})).code).toBe(codes.forbidden)
  })
})

describe('a report', () => {
  test('is taken once per entry, however often and however many at once it comes', async () => {
    const before = (await list(operator)).count
    const told = Array.from({ length: 20 }, () => entry())
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => report({ entries: turn % 2 ? told : told.toReversed() })),
    )
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => codes.ok))
    expect(answers.flatMap(({ data }) => data?.accepted ?? []).toSorted()).toEqual(
      told.map(({ id }) => id).toSorted(),
    )
    expect((await list(operator)).count).toBe(before + 20)
  })

  test('names what makes no sense and takes the rest', async () => {
    const good = entry()
    const { data } = await report({
      entries: [
        good,
        good,
        entry({ id: 'no good' }),
        entry({ id: 'late', update_time: '2020-01-01T00:00:00Z' }),
        entry({ id: 'early', update_time: '2099-01-01T00:00:00Z' }),
        entry({ id: 'when', update_time: 'yesterday' }),
        { id: 'empty' },
        null,
        'text',
      ],
    })
    expect(data?.accepted).toEqual([good.id])
    expect(data?.rejected.map(({ id }) => id).toSorted()).toEqual(
      ['', '', 'early', 'empty', 'late', 'no good', 'when'].toSorted(),
    )
    expect((await report({ entries: Array.from({ length: 501 }, () => 1) })).code).toBe(codes.refused)
    expect((await report({ entries: { a: 1 } })).code).toBe(codes.refused)
  })

  test('keeps no secret that somebody typed', async () => {
    const secret = 'a3f1'.repeat(16)
    await report({
      entries: [
        entry({
          id: 'leak',
          command: `/bind {"token":"canary-1"} ${secret}`,
          response: '{"pwd":"canary-2"}',
        }),
      ],
    })
    const row = await t.services.db
      .selectFrom('bot_log')
      .selectAll()
      .where('entry_id', '=', 'leak')
      .executeTakeFirstOrThrow()
    expect(`${row.command}${row.response}`).not.toMatch(/canary-2|a3f1a3f1/)
  })

  test('sets chat titles and admins, the newest told wins', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
    const chat = (chat_title: string, minute: number) => ({
      channel_account: 'North',
      chat_title,
      at: at(minute),
    })
    const { data } = await report({
      chats: [chat('second', 2), chat('first', 1), { channel_account: 'nobody', chat_title: 'x', at: at(1) }],
      admins: [{ username: operator.username, at: at(5), list: [{ user_name: 'ann', type_name: '群主' }] }],
    })
    expect(data?.known).toEqual(['North', 'North', operator.username])
    expect(data?.rejected).toEqual([{ id: 'nobody', reason: 'no such account' }])
    await report({
      chats: [chat('older', 1)],
      admins: [{ username: operator.username, at: at(4), list: [] }],
    })
    const channels = await operator(features.accounts.channels, { username: 'north' })
    expect(channels.data?.list[0]?.chat_title).toBe('second')
    const admin = await t.as('superAdmin')
    const users = await admin(features.accounts.users, { username: operator.username })
    expect(users.data?.list[0]?.telegramAdminList).toEqual([{ user_name: 'ann', type_name: '群主' }])
    const trace = await t.services.db.selectFrom('audit_log').selectAll().where('actor', '=', 'bot').execute()
    expect(trace.length).toBeGreaterThanOrEqual(2)
  })
})

describe('the list', () => {
  beforeAll(async () => {
    const days = (ago: number) =>
      new Date(t.services.clock.now().getTime() - ago * 24 * 3_600_000).toISOString()
    await report({
      entries: ['north', 'north-sub', 'north-sales', 'south', 'stranger'].flatMap(
        (channel_account, account) =>
          [1, 29, 40].map((ago) =>
            entry({
              channel_account,
              channel_name: `name ${channel_account}`,
              platname: 'Listed',
              update_time: days(ago),
              action: ago === 1 ? 'help' : 'bindChat',
              chat_id: `c${account}`,
              role_id: `5${account}`,
              username: '100%',
            }),
          ),
      ),
    })
  })
  const listed = { platname: 'listed' }
  const accounts = ({ list: rows }: { list: readonly { channel_account: string }[] }) =>
    [...new Set(rows.map((row) => row.channel_account))].toSorted()

  test('shows each his own people, and staff everybody', async () => {
    expect(accounts(await list('north', listed))).toEqual(['north', 'north-sales', 'north-sub'])
    expect(accounts(await list('south', listed))).toEqual(['south'])
    expect(accounts(await list('north', listed, 'subChannelBotLog'))).toEqual(['north-sales', 'north-sub'])
    expect(accounts(await list('north-sub', listed, 'subChannelBotLog'))).toEqual([
      'north-sales',
      'north-sub',
    ])
    expect(accounts(await list('south', listed, 'subChannelBotLog'))).toEqual([])
    expect(accounts(await list(operator, listed))).toHaveLength(5)
    expect((await list('south', { channel_account: 'north' })).count).toBe(0)
    const foreign = await t.call(logs.channelBotLog, {}, { token: people['north-sub']?.token ?? '' })
    expect(foreign.code).toBe(codes.forbidden)
  })

  test('without days it is the last thirty; every filter narrows it down', async () => {
    expect((await list(operator, listed)).count).toBe(10)
    const all = { ...listed, start: '20200101' }
    expect((await list(operator, all)).count).toBe(15)
    expect((await list(operator, { ...all, action: ['help'] })).count).toBe(5)
    expect((await list(operator, { ...all, chat_id: 'c1' })).count).toBe(3)
    expect((await list(operator, { ...all, chat_id: 'c' })).count).toBe(0)
    expect((await list(operator, { ...all, role_id: '52' })).count).toBe(3)
    expect((await list(operator, { ...all, username: '0%' })).count).toBe(15)
    expect((await list(operator, { ...all, username: '_' })).count).toBe(0)
    expect((await list(operator, { ...all, channel_name: 'NAME SOUTH' })).count).toBe(3)
    const seen = [1, 2, 3, 4].map(async (page) => (await list(operator, { ...all, page, limit: 4 })).list)
    expect(new Set((await Promise.all(seen)).flat().map(({ id }) => id)).size).toBe(15)
    const times = (await list(operator, { limit: 300 })).list.map(({ update_time }) => update_time)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('counts agree with rows, also after the oldest are forgotten', async () => {
    const check = async () => {
      for (const { differences } of logChecks) expect(await differences(t.services.db)).toEqual([])
    }
    await check()
    t.moveClock(60 * 24 * 3_600_000)
    await forgetBotLog(t.services)
    t.moveClock(-60 * 24 * 3_600_000)
    await check()
    expect((await list(operator, { ...listed, start: '20200101' })).count).toBe(10)
  })
})

test('the documented signature is the one that counts', () => {
  const secret = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex')
  expect(botSignature(secret, '1767225600', '{"entries":[]}').toString('hex')).toBe(
    '3846b6ee6c74a8225af08fc07bcedd9414c9e3351eace633ba37f73d47f1f581',
  )
})

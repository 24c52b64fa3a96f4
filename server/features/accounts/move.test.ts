import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { languages } from '../../../contract/kit/language.ts'
import { say } from '../../../contract/messages.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { accountChecks } from './checks.ts'
import { aTree, peopleState, type Tree } from './testing.ts'

const { accounts } = features
const { subChannel, salesman } = seedRoles
let t: TestApp
let admin: Caller
let one: Tree
let other: Tree

beforeAll(async () => {
  t = await testApp()
  admin = await t.as('superAdmin')
  one = await aTree(t, 'one')
  other = await aTree(t, 'other')
})
afterAll(() => t.close())

const moveSub = (id: number, ParentID: number, of: Caller = admin) =>
  of(accounts.subChannelEdit, { id, group_id: subChannel.id, ParentID })
const moveSales = (id: number, ParentID: number) =>
  admin(accounts.salesmanEdit, { id, group_id: salesman.id, ParentID })

/** Names above an account, the channel first, and its level, as the list says it. */
async function placeOf(id: number, list: typeof accounts.subChannels) {
  const { data } = await admin(list, { accountLevel: 0, limit: 300 })
  const row = data?.list.find((each) => each.id === id)
  return [...(row?.parentsData ?? []).map(({ username }) => username), row?.level]
}

/** Figures of an account, as the platforms' facts leave them. */
const figuresOf = (id: number) =>
  sql`insert into account_totals (platform_id, account_id, kind) select 1, id, kind from accounts where id = ${id}`.execute(
    t.services.db,
  )

test('an account without figures moves with everybody below it, and the history says from where to where', async () => {
  expect(await moveSub(one.sub.id, other.sub.id)).toMatchObject({ success: true })
  expect(await placeOf(one.sub.id, accounts.subChannels)).toEqual(['other-channel', 'other-sub', 2])
  expect(await placeOf(one.salesOfSubsub.id, accounts.salesmans)).toEqual([
    'other-channel',
    'other-sub',
    'one-sub',
    'one-subsub',
    4,
  ])
  const { data } = await admin(accounts.auditLog, { entity: 'account', entityId: String(one.sub.id) })
  expect(data?.list[0]).toMatchObject({
    action: 'accounts.subChannelEdit',
    before: { ParentID: one.channel.id },
    after: { ParentID: other.sub.id },
  })
  // Who it left sees it no more, who it came to does.
  const names = async (token: string) =>
    (await t.call(accounts.subChannels, { accountLevel: 0 }, { token })).data?.list.map(({ id }) => id)
  expect(await names(one.channel.token)).not.toContain(one.sub.id)
  expect(await names(other.channel.token)).toContain(one.sub.id)
  expect(await moveSub(one.sub.id, one.channel.id)).toMatchObject({ success: true })
  expect(await placeOf(one.salesOfSub.id, accounts.salesmans)).toEqual(['one-channel', 'one-sub', 2])
  expect(await moveSales(one.salesOfSub.id, one.salesOfChannel.id)).toMatchObject({ success: true })
  expect(await placeOf(one.salesOfSub.id, accounts.salesmans)).toEqual(['one-channel', 'one-sales', 2])
})

test('naming the parent it has is no move', async () => {
  await figuresOf(other.salesOfChannel.id)
  expect(await moveSales(other.salesOfChannel.id, other.channel.id)).toMatchObject({ success: true })
})

test('what may not be moved stays, in both languages, and nothing changes', async () => {
  await figuresOf(other.salesOfSubsub.id)
  const cases = [
    [other.salesOfSubsub.id, other.sub.id, salesman.id, 'accounts.hasFigures'],
    // Somebody below has figures: they carry everybody above.
    [other.sub.id, one.channel.id, subChannel.id, 'accounts.hasFigures'],
    [one.sub.id, one.sub.id, subChannel.id, 'accounts.parentNotPermitted'],
    [one.sub.id, one.subsub.id, subChannel.id, 'accounts.parentNotPermitted'],
    [one.sub.id, one.salesOfChannel.id, subChannel.id, 'accounts.parentNotPermitted'],
    [one.sub.id, admin.id, subChannel.id, 'accounts.parentNotPermitted'],
    [one.sub.id, 99_999_999, subChannel.id, 'kit.notFound'],
  ] as const
  const before = await peopleState(t)
  for (const [id, ParentID, group_id, message] of cases)
    for (const lang of languages)
      expect(
        await t.call(
          group_id === salesman.id ? accounts.salesmanEdit : accounts.subChannelEdit,
          { id, group_id, ParentID, remark: 'moved?' },
          { token: admin.token, lang },
        ),
      ).toMatchObject({ success: false, field: 'ParentID', message: say(message, lang, { field: 'ID' }) })
  expect(await peopleState(t)).toBe(before)
})

test('the channel side moves nobody, and a parent of others looks like a missing one', async () => {
  const move = (ParentID: number) =>
    t.call(
      accounts.subChannelEdit,
      { id: one.subsub.id, group_id: subChannel.id, ParentID },
      { token: one.channel.token },
    )
  expect(await move(one.channel.id)).toMatchObject({ success: false, field: 'ParentID' })
  const [foreign, missing] = [await move(other.channel.id), await move(99_999_999)]
  expect(foreign).toMatchObject({ success: false })
  expect(foreign).toEqual(missing)
  expect(await move(one.sub.id)).toMatchObject({ success: true })
})

test('moves and new accounts at once leave one tree that agrees with the parents', async () => {
  const a = await aTree(t, 'a')
  const b = await aTree(t, 'b')
  const answers = await Promise.all([
    moveSub(a.sub.id, b.subsub.id),
    moveSub(b.sub.id, a.subsub.id),
    ...[1, 2, 3].map((n) =>
      t
        .account({ kind: kind.salesman, roleId: salesman.id, parentId: a.subsub.id, username: `new-${n}` })
        .then(() => ({ success: true })),
    ),
  ])
  // Both moves together would close a circle.
  expect(answers.filter(({ success }) => success)).toHaveLength(4)
  for (const check of accountChecks) expect(await check.differences(t.services.db), check.name).toEqual([])
})

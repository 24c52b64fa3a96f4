import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { codeAt } from '../sign-in/index.ts'
import { isAlike, networks } from './addresses.ts'
import { earn, erc20, otherTrc20, settlePlatform, trc20 } from './testing.ts'

const { settlement, accounts } = features
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
let t: TestApp
let finance: Caller
let platform: number
let person: { id: number; username: string; token: string }
let n = 0

beforeAll(async () => {
  t = await testApp()
  platform = await settlePlatform(t.services.db, 'P', '2026-01-01T00:00:00Z')
  finance = await t.as('finance')
})
afterAll(() => t.close())
beforeEach(async () => {
  n += 1
  person = await t.account({
    kind: kind.channel,
    roleId: seedRoles.channel.id,
    username: `addressed-${n}`,
  })
})

const address = (params: Parameters<typeof t.call<typeof settlement.channelAddress>>[1] = {}, lang = {}) =>
  t.call(settlement.channelAddress, params, { token: person.token, ...lang })

/** The key as an authenticator reads it from the screen. */
function keyOf(text: string): Buffer {
  let bits = ''
  for (const letter of text.replace(/=+$/, ''))
    bits += base32Letters.indexOf(letter).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
function fresh(secret: string): string {
  t.moveClock(30_000)
  return codeAt(keyOf(secret), t.services.clock.now())
}
/** Binds the key and sets an address; returns the key. */
async function bind(withdraw_addr = trc20): Promise<string> {
  const { data } = await address()
  const secret = data?.secret ?? ''
  expect(await address({ isEdit: 1, withdraw_addr, code: fresh(secret) })).toMatchObject({ success: true })
  return secret
}

describe('the settlement address', () => {
  test('shows a key once, the same on opening again, and binds it by the first code', async () => {
    const first = await address()
    expect(first.data).toMatchObject({ withdraw_addr: '', isShow: true, holdUntil: '' })
    expect(first.data?.qrCodeUrl).toMatch(/^data:image\/png;base64,/)
    expect((await address()).data?.secret).toBe(first.data?.secret)
    const saved = await address({
      isEdit: 1,
      withdraw_addr: ` ${trc20} `,
      code: fresh(first.data?.secret ?? ''),
    })
    expect(saved.data).toMatchObject({ withdraw_addr: trc20, isShow: false, secret: '', qrCodeUrl: '' })
    expect((await address()).data).toMatchObject({ isShow: false, secret: '' })
  })

  test('a key that was shown too long ago is not bound', async () => {
    const { data } = await address()
    t.moveClock(11 * 60_000)
    const late = await address({ isEdit: 1, withdraw_addr: trc20, code: fresh(data?.secret ?? '') })
    expect(late).toMatchObject({ code: codes.refused, field: 'code' })
    expect((await address()).data?.secret).not.toBe(data?.secret)
  })

  test.each([
    [{ code: '123456' }, 'withdraw_addr', '结算地址不能为空', 'The settlement address cannot be empty'],
    [{ withdraw_addr: trc20 }, 'code', '请输入谷歌验证码', 'Please enter the authenticator code'],
    [{ withdraw_addr: trc20, code: '12345' }, 'code', '结算验证码错误', 'The settlement code is wrong'],
    [{ withdraw_addr: 'T short', code: '123456' }, 'withdraw_addr', '结算地址须为', 'A settlement address'],
    [
      { withdraw_addr: trc20.replace('N', 'M'), code: '123456' },
      'withdraw_addr',
      '不是有效的 TRC-20 / ERC-20',
      'no valid TRC-20 / ERC-20',
    ],
    [{ withdraw_addr: 'x'.repeat(129), code: '1' }, 'withdraw_addr', '128', '128'],
  ])('refuses %j', async (params, field, zh, en) => {
    const secret = await bind(erc20)
    expect(await address({ isEdit: 1, ...params })).toMatchObject({
      code: codes.refused,
      field,
      message: expect.stringContaining(zh),
    })
    expect(await address({ isEdit: 1, ...params }, { lang: 'en-us' })).toMatchObject({
      message: expect.stringContaining(en),
    })
    expect((await address()).data).toMatchObject({ withdraw_addr: erc20 })
    expect(secret).not.toBe('')
  })

  test('a replaced address, or a key taken away, makes requests wait; the first one does not', async () => {
    await earn(t.services.db, person.id, platform, 1_000_000n)
    let secret = await bind()
    const ask = () =>
      t.call(settlement.addSettleOrder, { settleAmount: '1', code: fresh(secret) }, { token: person.token })
    const first = await ask()
    expect(first.success).toBe(true)
    await address({ isEdit: 1, withdraw_addr: otherTrc20, code: fresh(secret) })
    const orders = await finance(settlement.orders, { username: person.username })
    expect(orders.data?.list[0]).toMatchObject({ withdraw_addr: trc20 })
    await finance(settlement.handle, { id: first.data?.id ?? 0, status: 2, hd_remark: 'no' })
    expect((await ask()).message).toContain('之后才能申请结算')
    t.moveClock(24 * 3_600_000)
    const second = await ask()
    expect(second.success).toBe(true)
    await finance(settlement.handle, { id: second.data?.id ?? 0, status: 2, hd_remark: 'no' })
    await finance(accounts.channelUnbindWdgoogle, { id: person.id })
    expect((await ask()).message).toContain('尚未绑定结算谷歌验证')
    secret = (await address()).data?.secret ?? ''
    await address({ isEdit: 1, withdraw_addr: otherTrc20, code: fresh(secret) })
    expect((await ask()).message).toContain('之后才能申请结算')
  })

  test('changes nobody else’s, not even of one who holds the very same key', async () => {
    const secret = await bind()
    const { db } = t.services
    const other = await t.account({ kind: kind.channel, roleId: seedRoles.channel.id, username: `twin-${n}` })
    await sql`update accounts set settle_secret = (select settle_secret from accounts where id = ${person.id})
      where id = ${other.id}`.execute(db)
    expect(await address({ isEdit: 1, withdraw_addr: erc20, code: fresh(secret) })).toMatchObject({
      success: true,
    })
    const { withdraw_addr } = await db
      .selectFrom('accounts')
      .select('withdraw_addr')
      .where('id', '=', other.id)
      .executeTakeFirstOrThrow()
    expect(withdraw_addr).toBe('')
  })

  test('a code that bound a key confirms nothing else', async () => {
    await earn(t.services.db, person.id, platform, 1_000_000n)
    const { data } = await address()
    const code = fresh(data?.secret ?? '')
    await address({ isEdit: 1, withdraw_addr: trc20, code })
    expect(
      await t.call(settlement.addSettleOrder, { settleAmount: '1', code }, { token: person.token }),
    ).toMatchObject({ success: false, field: 'code' })
  })

  test('each edits his own: a sub-channel by its own call', async () => {
    const sub = await t.account({
      kind: kind.subChannel,
      roleId: seedRoles.subChannel.id,
      parentId: person.id,
      username: `addressed-sub-${n}`,
    })
    expect((await t.call(settlement.channelAddress, {}, { token: sub.token })).code).toBe(codes.forbidden)
    const { data } = await t.call(settlement.subChannelAddress, {}, { token: sub.token })
    const code = fresh(data?.secret ?? '')
    await t.call(
      settlement.subChannelAddress,
      { isEdit: 1, withdraw_addr: erc20, code },
      { token: sub.token },
    )
    expect((await address()).data?.withdraw_addr).toBe('')
    expect((await finance(settlement.channelAddress, {})).code).toBe(codes.forbidden)
  })
})

test('addresses are told apart by their checksums', () => {
  const networkOf = (text: string) => networks.find(({ isValid }) => isValid(text))?.name
  expect(networkOf(trc20)).toBe('TRC-20')
  expect(networkOf(erc20)).toBe('ERC-20')
  expect(networkOf(erc20.toLowerCase())).toBe('ERC-20')
  expect(networkOf('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')).toBe('ERC-20')
  expect(networkOf('0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb')).toBe('ERC-20')
  for (let at = 1; at < trc20.length; at += 1) {
    const wrong = `${trc20.slice(0, at)}${trc20[at] === 'a' ? 'b' : 'a'}${trc20.slice(at + 1)}`
    expect(networkOf(wrong), wrong).toBeUndefined()
  }
  expect(networkOf(erc20.replace('aA', 'Aa'))).toBeUndefined()
  expect(isAlike(trc20, `${trc20.slice(0, 6)}zzz${trc20.slice(-6)}`)).toBe(true)
  expect(isAlike(trc20, trc20)).toBe(false)
})

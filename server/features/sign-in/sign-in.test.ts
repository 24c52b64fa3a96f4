import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { languages } from '../../../contract/kit/language.ts'
import { signInMessages } from '../../../contract/sign-in.ts'
import { type TestApp, testApp, testPassword } from '../../testing.ts'
import { codeAt, fromBase32 } from './codes.ts'

const { signIn } = features
let t: TestApp
let publicKey: string
let nextAddress = 1
/** Attempt limits go by address, so each test comes from one of its own. */
const fromElsewhere = () => `10.0.${Math.floor(nextAddress / 250)}.${(nextAddress++ % 250) + 1}`

beforeAll(async () => {
  t = await testApp()
  const config = await t.call(signIn.config, {})
  publicKey = config.data?.publicKey ?? ''
})
afterAll(() => t.close())

const encrypt = (password: string, at = t.services.clock.now().getTime()) =>
  publicEncrypt(
    { key: createPublicKey(publicKey), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(JSON.stringify({ p: password, t: at })),
  ).toString('base64')

const codeNow = (secret: string) => codeAt(fromBase32(secret), t.services.clock.now())
const minute = 60_000

async function bound() {
  const person = await t.account()
  const address = fromElsewhere()
  const { data } = await t.call(
    signIn.verify,
    { username: person.username, pwd: encrypt(testPassword) },
    { address },
  )
  const secret = data?.secret ?? ''
  const login = (code = codeNow(secret), password = testPassword, remember = false) =>
    t.call(signIn.login, { username: person.username, pwd: encrypt(password), code, remember }, { address })
  await login()
  t.moveClock(minute)
  return { ...person, secret, login, address }
}

describe('signing in', () => {
  test('an account without a key is shown one, the same for ten minutes, and binds it with its first code', async () => {
    const { username } = await t.account()
    const verify = () => t.call(signIn.verify, { username, pwd: encrypt(testPassword) })
    const first = await verify()
    expect(first.data).toMatchObject({
      isshow: true,
      data: expect.stringMatching(/^data:image\/png;base64,/),
    })
    expect((await verify()).data?.secret).toBe(first.data?.secret)
    const secret = first.data?.secret ?? ''
    const login = await t.call(signIn.login, {
      username,
      pwd: encrypt(testPassword),
      code: codeNow(secret),
      remember: true,
    })
    expect(login).toMatchObject({ success: true, code: 200, data: { user_info: { username, kind: 1 } } })
    expect((await verify()).data).toEqual({ isshow: false, data: '', secret: '' })
  })

  test('an unfinished key is replaced after ten minutes, and its codes are worth nothing then', async () => {
    const { username } = await t.account()
    const verify = () =>
      t.call(signIn.verify, { username, pwd: encrypt(testPassword) }, { address: fromElsewhere() })
    const old = (await verify()).data?.secret ?? ''
    t.moveClock(11 * minute)
    const login = await t.call(signIn.login, { username, pwd: encrypt(testPassword), code: codeNow(old) })
    expect(login).toMatchObject({ success: false, code: codes.refused })
    expect((await verify()).data?.secret).not.toBe(old)
  })

  test('a code is good once, however many present it at the same time', async () => {
    const { login, secret } = await bound()
    const code = codeNow(secret)
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(code)))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
  })

  test('wrong name, wrong password and wrong code read the same', async () => {
    const { login } = await bound()
    const unknown = await t.call(
      signIn.login,
      { username: 'nobody', pwd: encrypt(testPassword), code: '123456' },
      { address: fromElsewhere() },
    )
    expect((await login('000000')).message).toBe(unknown.message)
    expect((await login(undefined, 'wrong-password-1')).message).toBe(unknown.message)
  })

  test('a password encrypted more than five minutes ago, or not at all, is refused', async () => {
    const { username } = await t.account()
    const old = encrypt(testPassword, t.services.clock.now().getTime() - 6 * minute)
    for (const pwd of [old, testPassword]) {
      expect(await t.call(signIn.verify, { username, pwd })).toMatchObject({
        success: false,
        code: codes.refused,
        field: 'pwd',
      })
    }
  })

  test('five failures lock the account for a quarter of an hour, then it opens again', async () => {
    const { login, secret } = await bound()
    for (let failure = 0; failure < 5; failure++) await login('000000')
    expect((await login(codeNow(secret))).success).toBe(false)
    t.moveClock(0)
    await t.services.db
      .updateTable('failed_attempts')
      .set({ at: new Date(Date.now() - 16 * minute) })
      .execute()
    expect((await login(codeNow(secret))).success).toBe(true)
  })

  const full = { username: 'somebody', pwd: 'sealed', code: '123456' }
  test.each([
    ['login', 'username', 'signIn.usernameRequired', { ...full, username: '' }],
    ['login', 'pwd', 'signIn.passwordRequired', { ...full, pwd: '' }],
    ['login', 'code', 'signIn.codeRequired', { ...full, code: '' }],
    ['login', 'code', 'signIn.codeShape', { ...full, code: '12345a' }],
    ['login', 'code', 'signIn.codeShape', { ...full, code: '12345' }],
    ['verify', 'username', 'signIn.usernameRequired', { pwd: 'sealed' }],
    ['verify', 'pwd', 'signIn.passwordRequired', { username: 'somebody' }],
  ] as const)('%s names %s: %s, in both languages', async (path, field, message, sent) => {
    for (const lang of languages)
      expect(await t.send(`/adminapi/${path}`, sent, { lang, address: fromElsewhere() })).toMatchObject({
        success: false,
        code: codes.refused,
        data: null,
        field,
        message: signInMessages[message][lang],
      })
  })

  test('another application is refused', async () => {
    const answer = await t.send('/adminapi/config', { appId: '4' }, { method: 'GET' })
    expect(answer).toMatchObject({ success: false, field: 'appId' })
  })
})

describe('sessions', () => {
  test('no token, an unknown one and an expired one all mean 410000', async () => {
    const { token } = await t.account()
    const menus = (with_: string | null) => t.call(signIn.menus, {}, { token: with_ })
    expect((await menus(null)).code).toBe(codes.noSession)
    expect((await menus('unknown')).code).toBe(codes.noSession)
    expect((await menus(token)).code).toBe(codes.ok)
    t.moveClock(8 * 24 * 60 * minute)
    expect((await menus(token)).code).toBe(codes.noSession)
  })

  test('signing out makes the token worthless', async () => {
    const { token } = await t.account()
    await t.call(signIn.logout, {}, { token })
    expect((await t.call(signIn.menus, {}, { token })).code).toBe(codes.noSession)
  })

  test('a disabled account, and one below a disabled superior, is told that its session was ended', async () => {
    const channel = await t.account({ kind: 3, roleId: 5 })
    const below = await t.account({ kind: 9, roleId: 6, parentId: channel.id })
    expect((await t.call(signIn.menus, {}, { token: below.token })).code).toBe(codes.ok)
    await t.services.db.updateTable('accounts').set({ status: 0 }).where('id', '=', channel.id).execute()
    for (const { token } of [channel, below])
      expect((await t.call(signIn.menus, {}, { token })).code).toBe(codes.sessionEnded)
  })

  test('a session of somebody else looks like a missing one', async () => {
    const mine = await t.account()
    const other = await t.account()
    const { data } = await t.call(signIn.sessions, {}, { token: other.token })
    const id = data?.list[0]?.id ?? ''
    expect(await t.call(signIn.sessionEnd, { id }, { token: mine.token })).toMatchObject({
      success: false,
      code: codes.refused,
    })
    expect(await t.call(signIn.sessionEnd, { id }, { token: other.token })).toMatchObject({ success: true })
    expect((await t.call(signIn.menus, {}, { token: other.token })).code).toBe(codes.sessionEnded)
  })
})

describe('changing the password', () => {
  const change = (token: string, pwdOld: string, pwdNew: string, pwdConfirm = pwdNew) =>
    t.call(
      signIn.pwdEdit,
      { pwdOld: encrypt(pwdOld), pwdNew: encrypt(pwdNew), pwdConfirm: encrypt(pwdConfirm) },
      { token, address: fromElsewhere() },
    )

  test('ends the other sessions and keeps this one', async () => {
    const { token, username, login } = await bound()
    const other = (await login()).data?.token ?? ''
    expect(await change(token, testPassword, 'another-2026')).toMatchObject({
      success: true,
      data: '密码修改成功',
    })
    expect((await t.call(signIn.menus, {}, { token })).code).toBe(codes.ok)
    expect((await t.call(signIn.menus, {}, { token: other })).code).toBe(codes.sessionEnded)
    expect((await t.call(signIn.verify, { username, pwd: encrypt(testPassword) })).success).toBe(false)
  })

  test('is about one’s own, also where somebody else has the same', async () => {
    const [mine, other] = [await t.account(), await t.account()]
    expect(await change(mine.token, testPassword, 'another-2026')).toMatchObject({ success: true })
    expect(await change(mine.token, testPassword, 'third-2026')).toMatchObject({ field: 'pwdOld' })
    expect(await change(mine.token, 'another-2026', 'third-2026')).toMatchObject({ success: true })
    expect(await change(other.token, testPassword, 'another-2026')).toMatchObject({ success: true })
  })

  test.each([
    ['pwdOld', 'signIn.oldPasswordRequired', '', 'another-2026', 'another-2026'],
    ['pwdNew', 'signIn.newPasswordRequired', testPassword, '', 'another-2026'],
    ['pwdConfirm', 'signIn.confirmRequired', testPassword, 'another-2026', ''],
    // One after the other: the first that is wrong is the one that is said.
    ['pwdOld', 'signIn.oldPasswordRequired', '', '', ''],
    ['pwdConfirm', 'signIn.confirmDiffers', testPassword, 'another-2026', 'different-2026'],
    ['pwdNew', 'signIn.passwordPolicy', testPassword, 'short1', 'short1'],
    ['pwdNew', 'signIn.passwordPolicy', testPassword, 'onlyletters', 'onlyletters'],
    ['pwdNew', 'signIn.passwordSame', testPassword, testPassword, testPassword],
    ['pwdOld', 'signIn.oldPasswordWrong', 'wrong-2026', 'another-2026', 'another-2026'],
  ] as const)('refuses naming %s: %s, in both languages', async (field, message, old, next, again) => {
    const { token, username } = await t.account()
    const sealed = (password: string) => (password ? encrypt(password) : '')
    for (const lang of languages)
      expect(
        await t.send(
          signIn.pwdEdit.path,
          { pwdOld: sealed(old), pwdNew: sealed(next), pwdConfirm: sealed(again) },
          { token, lang, address: fromElsewhere() },
        ),
      ).toMatchObject({
        success: false,
        code: codes.refused,
        data: null,
        field,
        message: signInMessages[message][lang],
      })
    expect(
      (await t.call(signIn.verify, { username, pwd: encrypt(testPassword) }, { address: fromElsewhere() }))
        .success,
    ).toBe(true)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { masked } from './operation-log.ts'

const token = 'Zx9_Q2mJv-7LkTqW3sB8eYhN5cRfA1dUoPiGtMyKxHE'
const hex = 'a3f1'.repeat(16)
const picture = `data:image/png;base64,${'iVBORw0KGgo'.repeat(20)}`

test.each([
  ['pwd'],
  ['pwdOld'],
  ['pwdNew'],
  ['pwdConfirm'],
  ['password'],
  ['token'],
  ['access_token'],
  ['secret'],
  ['sign_secret'],
  ['code'],
  ['google_code'],
  ['settleCode'],
  ['CardNo'],
  ['card_no'],
  ['bankCard'],
  ['qrcode'],
  ['identify'],
])('what is called %s never survives, as text or inside JSON or a list', (name) => {
  const canary = 'canary-4711'
  for (const value of [
    { [name]: canary },
    { rows: JSON.stringify([{ [name]: canary, money: 5 }]) },
    { deep: { list: [{ [name]: [canary, canary] }] } },
  ])
    expect(masked(value)).not.toContain(canary)
})

test.each([
  ['a picture of a key', { data: picture }],
  ['a picture of a key in an answer', { success: true, data: { isshow: true, data: picture } }],
  ['a token in a sentence', { message: `Bearer ${token} expired` }],
  ['a hex secret', { note: `key ${hex}` }],
  ['the address of a key', { remark: 'otpauth://totp/Pitboss:admin?secret=JBSWY3DPEHPK3PXP&issuer=x' }],
])('%s never survives, whatever it is called', (_, value) => {
  const text = masked(value)
  for (const canary of [token, hex, 'iVBORw0KGgo', 'JBSWY3DPEHPK3PXP']) expect(text).not.toContain(canary)
  expect(text).toContain('***')
})

test.each([
  [{ success: false, code: 400000, message: '订单不存在', data: null }],
  [{ orderNo: 'W20261121000000000000000000000000000000000000000000000123' }],
  [{ orderNo: 'aB3'.repeat(20) }],
  [{ orderNo: '1001,1002,1003', OrderId: 'PAY-77', orderNos: ['aB3'.repeat(20)] }],
  [{ ok: ['WD2026112100001', 'WD2026112100002'] }],
  [{ WayCode: 'PIX', ChannelCode: 'goldpay', cardType: 'debit', platformId: '3' }],
  [{ description: 'The player asked for the order to be refused because of a shared card' }],
  [{ roleId: '1234567890123456789', dm: '10.5', flags: [true, false, null] }],
])('%j is written as it is', (value) => {
  expect(JSON.parse(masked(value))).toEqual(value)
})

test('whatever is sent beside it, a password does not survive', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('pwd', 'token', 'CardNo', 'secret'), (other, name) => {
      expect(
        masked({ other, [name]: 'canary-4711', again: JSON.stringify({ [name]: 'canary-4711' }) }),
      ).not.toContain('canary-4711')
    }),
  )
})

test('texts are cut at 4 KB, between characters', () => {
  const text = masked({ remark: '字'.repeat(5000) })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096 + 3)
  expect(text).toMatch(/字…$/)
  expect(masked(undefined)).toBe('null')
  expect(masked({ n: 5n })).toBe('{"n":"5"}')
})

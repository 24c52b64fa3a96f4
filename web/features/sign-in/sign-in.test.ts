import { expect, test } from 'vitest'
import { encryptPassword } from '../../kit/encrypt.ts'
import { oneTimeCode } from './one-time-code.ts'
import { firstWrong } from './PasswordPage.tsx'
import { deviceOf } from './SessionsDialog.tsx'
import { zh } from './text.zh.ts'

test('codes are those of RFC 6238', async () => {
  // The RFC's key '12345678901234567890' in base32; its table shows eight digits, of which these are the last six.
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(await oneTimeCode(key, 59_000)).toBe('287082')
  expect(await oneTimeCode(key, 1_111_111_109_000)).toBe('081804')
  expect(await oneTimeCode(key, 1_111_111_079_000, 1)).toBe('081804')
})

test('what is encrypted opens with the private key and carries the time', async () => {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  )
  const der = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
  const pem = `-----BEGIN PUBLIC KEY-----\n${btoa(String.fromCharCode(...der))}\n-----END PUBLIC KEY-----\n`
  const sent = await encryptPassword('пароль 密码', pem)
  const bytes = Uint8Array.from(atob(sent), (letter) => letter.charCodeAt(0))
  const plain = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, privateKey, bytes))
  expect(JSON.parse(plain)).toEqual({ p: 'пароль 密码', t: expect.any(Number) })
})

test('a password change names the first thing that is wrong', () => {
  const wrong = (pwdOld: string, pwdNew: string, pwdConfirm: string) =>
    firstWrong({ pwdOld, pwdNew, pwdConfirm }, zh)?.message
  expect(wrong('', '', '')).toBe('请输入原密码')
  expect(wrong('a', '', '')).toBe('请输入新密码')
  expect(wrong('a', 'b', '')).toBe('请输入确认密码')
  expect(wrong('a', 'b', 'c')).toBe('新密码与确认密码不一致')
  expect(wrong('a', 'short1', 'short1')).toBe('密码为8至64位，须同时包含字母和数字')
  expect(wrong('abcdefg1', 'abcdefg1', 'abcdefg1')).toBe('新密码不能与原密码相同')
  expect(wrong('a', 'abcdefg1', 'abcdefg1')).toBeUndefined()
})

test('devices by the names people know', () => {
  expect(deviceOf('Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/150 Safari/537 Edg/150')).toBe(
    'Edge · Windows',
  )
  expect(deviceOf('curl/8')).toBe('curl/8')
})

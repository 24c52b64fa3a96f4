import { expect, test } from 'vitest'
import { wrongConfirmation, wrongPassword } from './passwords.ts'

test('a blank password asks for no confirmation', () => {
  expect(wrongPassword({})).toBeUndefined()
  expect(wrongConfirmation({ pwd: '', conf_pwd: '' })).toBeUndefined()
})

test('a typed password must be strong', () => {
  expect(wrongPassword({ pwd: 'short1' })?.['en-us']).toContain('8 to 64')
  expect(wrongPassword({ pwd: 'onlyletters' })).toBeDefined()
  expect(wrongPassword({ pwd: '12345678' })).toBeDefined()
  expect(wrongPassword({ pwd: 'calm river 7' })).toBeUndefined()
})

test('its confirmation must be there and the same', () => {
  expect(wrongConfirmation({ pwd: 'calmriver7' })?.['zh-cn']).toBe('请输入确认密码')
  expect(wrongConfirmation({ pwd: 'calmriver7', conf_pwd: 'calmriver8' })?.['zh-cn']).toBe(
    '两次输入的密码不一致',
  )
  expect(wrongConfirmation({ pwd: '', conf_pwd: 'left over' })).toBeDefined()
  expect(wrongConfirmation({ pwd: 'calmriver7', conf_pwd: 'calmriver7' })).toBeUndefined()
})

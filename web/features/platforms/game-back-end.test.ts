import { expect, test } from 'vitest'
import { platformMessages } from '../../../contract/platforms-messages.ts'
import { addressTrouble, groupLoginUrl } from './game-back-end.ts'

test('a sign-in address has no doubled slash and carries token, number and target', () => {
  expect(groupLoginUrl('https://game.example//', 'a+b=', '7')).toBe(
    'https://game.example/GroupLogin?data=a%2Bb%3D&sn=7&redirectUrl=%2F',
  )
})

test('an address has to be there and to be one of the web', () => {
  expect(addressTrouble(' ')).toBe(platformMessages['platforms.adminUrlMissing'])
  expect(addressTrouble('game.example')).toBe(platformMessages['platforms.adminUrlScheme'])
  expect(addressTrouble('javascript:alert(1)')).toBe(platformMessages['platforms.adminUrlScheme'])
  expect(addressTrouble('http://game.example')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { accountOf } from './destination.ts'

const to = (PayWay: number, rest: Partial<Record<'CardNo' | 'Province' | 'City', string>>) =>
  accountOf({ PayWay, CardNo: '', Province: '', City: '', ...rest }, '55')

test('most pay ways are paid to the card number', () => {
  expect(to(1, { CardNo: '6222021234', Province: 'SP', City: 'Campinas' })).toBe('6222021234')
})

test('cash has no account', () => {
  expect(to(3, { CardNo: '6222021234' })).toBe('')
})

test('an e-mail is the city, or city and province where the province is a domain', () => {
  expect(to(9, { City: 'ana@mail.example', Province: 'other.example' })).toBe('ana@mail.example')
  expect(to(9, { City: 'ana', Province: 'mail.example' })).toBe('ana@mail.example')
  expect(to(9, { City: 'ana', Province: '@mail.example' })).toBe('ana@mail.example')
  expect(to(9, { City: 'ana', Province: 'São Paulo' })).toBe('ana')
})

test('a phone is the digits of the province without the country prefix', () => {
  expect(to(8, { Province: '+55 (11) 98765-4321' })).toBe('11987654321')
  expect(to(8, { Province: '0055 11 98765 4321' })).toBe('11987654321')
  expect(to(8, { Province: '5511987654321' })).toBe('11987654321')
  // 55 is also an area code: without a prefix it stays.
  expect(to(8, { Province: '55987654321' })).toBe('55987654321')
})

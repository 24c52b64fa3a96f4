import { expect, test } from 'vitest'
import { fit, fitting } from './match.ts'

test('a beginning is better than a word, a word than a part, a part than initials', () => {
  const texts = ['Platforms live', 'Live platforms', 'Alive', 'Long interval']
  expect(texts.map((text) => fit('li', text))).toEqual([4, 5, 3, 2])
  expect(fit('live', 'Roles')).toBe(0)
})

test('words in any order, Chinese without spaces, and nothing typed', () => {
  expect(fit('report month', 'Salesman monthly report')).toBe(1)
  expect(fit('月报', '业务员月报表')).toBe(3)
  expect(fit(' ', 'anything')).toBe(1)
})

test('either language’s name counts, the best first', () => {
  const all = [
    { names: ['角色管理', 'Roles'] },
    { names: ['平台实时列表', 'Live platforms'] },
    { names: ['平台列表', 'Platforms'] },
  ]
  expect(fitting('plat', all).map(({ names }) => names[0])).toEqual(['平台列表', '平台实时列表'])
  expect(fitting('平台', all)).toHaveLength(2)
})

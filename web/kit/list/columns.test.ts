import { expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { unitsOfList } from './columns.tsx'

test('a list tells the units of its fields, also where a task may be answered instead', () => {
  expect(unitsOfList(features.reports.channelDaily)).toMatchObject({ Deposit: 'plain', PersonCount: 'count' })
  expect(unitsOfList(features.reports.channelSettle)).toEqual(unitsOfList(features.reports.channelDaily))
  expect(unitsOfList(features.signIn.logout)).toEqual({})
})

import { expect, test } from 'vitest'
import { readAudit } from './audit.mjs'

test('grave weaknesses are named, slight ones counted, and no answer is no verdict', () => {
  const report = (/** @type {Record<string, { severity: string }>} */ vulnerabilities) =>
    JSON.stringify({ vulnerabilities })
  expect(readAudit(report({}))).toEqual({ grave: [], slight: 0 })
  expect(
    readAudit(report({ a: { severity: 'high' }, b: { severity: 'low' }, c: { severity: 'critical' } })),
  ).toEqual({ grave: ['a (high)', 'c (critical)'], slight: 1 })
  for (const silence of ['', 'npm error', 'null', '{"message":"405 Method Not Allowed","statusCode":405}'])
    expect(readAudit(silence)).toBeNull()
})

import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('an empty environment is a complete production configuration', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    home: resolve('.pitboss'),
    databaseUrl: undefined,
    region: 'br',
    regional: { zone: 'America/Sao_Paulo', currency: 'BRL' },
    mode: 'production',
    roles: { serve: true, work: true },
    sandboxPort: 0,
    allowHttp: false,
    trustProxy: false,
    rateLimitPerMinute: 12000,
  })
})

test('--demo makes it the demo, which may reach its platforms by http, and PITBOSS_MODE overrides', () => {
  expect(readConfig({}, ['--demo'])).toMatchObject({ mode: 'demo', allowHttp: true })
  expect(readConfig({ PITBOSS_MODE: 'production' }, ['--demo'])).toMatchObject({
    mode: 'production',
    allowHttp: false,
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', REGION: ' ' })).toMatchObject({ port: 3000, region: 'br' })
})

test('roles may be split over processes', () => {
  expect(readConfig({ ROLES: 'work' }).roles).toEqual({ serve: false, work: true })
  expect(readConfig({ ROLES: 'serve, work' }).roles).toEqual({ serve: true, work: true })
})

test('a zero port is passed on, so that the system chooses', () => {
  expect(readConfig({ PORT: '0' }).port).toBe(0)
})

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['HOST', 'http://x/'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['REGION', 'mars'],
  ['PITBOSS_MODE', 'test'],
  ['ROLES', 'serve,eat'],
  ['ROLES', ','],
  ['SANDBOX_PORT', '1e3'],
  ['LOG_LEVEL', 'loud'],
  ['ALLOW_HTTP', 'perhaps'],
  ['RATE_LIMIT', 'none'],
])('%s=%s stops the start with one sentence naming it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`))
})

test('a wrong connection string is not repeated, for it may carry a password', () => {
  const sentence = 'DATABASE_URL must look like postgresql://user:password@host:5432/database.'
  expect(() => readConfig({ DATABASE_URL: 'pg://me:secret@host' })).toThrow(new Error(sentence))
})

import { expect, test } from 'vitest'
import { isPage } from './kit/http/pages.ts'

const get = (url: string, headers: Record<string, string>) => isPage({ method: 'GET', url, headers })

test('an address that is both page and call answers a browser with the page and a client with the call', () => {
  const url = '/adminapi/platform/liveList'
  expect(get(url, { 'sec-fetch-mode': 'navigate' })).toBe(true)
  expect(get(url, { accept: 'text/html,application/xhtml+xml' })).toBe(true)
  expect(get(url, { accept: 'application/json' })).toBe(false)
  expect(get(url, { accept: '*/*' })).toBe(false)
  expect(get(url, { 'sec-fetch-mode': 'navigate', authorization: 'Bearer x' })).toBe(false)
  expect(isPage({ method: 'POST', url, headers: { accept: 'text/html' } })).toBe(false)
})

test('downloads, documentation and probes stay what they are in a browser', () => {
  for (const url of ['/adminapi/serves/download/abc', '/adminapi/docs', '/healthz', '/assets/x.js']) {
    expect(get(url, { 'sec-fetch-mode': 'navigate' })).toBe(false)
  }
})

import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'

let complaints: MockInstance<typeof console.error>

beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
})

// A test that expects a complaint replaces console.error itself or clears the mock after looking at it.
afterEach(() => {
  const calls = complaints.mock.calls.map((call) => call.map(String).join(' '))
  complaints.mockRestore()
  if (calls.length > 0) throw new Error(`Unexpected console.error:\n${calls.join('\n')}`)
})

import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What a browser has, jsdom has not, and antd asks for on every page.
window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom answers getComputedStyle for a pseudo element with a "not implemented" complaint.
const ofElement = window.getComputedStyle.bind(window)
window.getComputedStyle = (element) => ofElement(element)

// A second, the usual, is short on a busy machine.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

import { useSyncExternalStore } from 'react'

let running = 0
const listeners = new Set<() => void>()

/** Counts a request as running until the returned function is called. */
export function startRequest(): () => void {
  running += 1
  tell()
  let ended = false
  return () => {
    if (ended) return
    ended = true
    running -= 1
    tell()
  }
}

/** Whether any request is under way. */
export const useRequesting = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => running > 0,
  )

function tell(): void {
  for (const changed of listeners) changed()
}

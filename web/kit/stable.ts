import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function of the newest render under one identity, so that memoised rows stay as they are. */
export function useStable<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const newest = useRef(run)
  useLayoutEffect(() => {
    newest.current = run
  })
  return useCallback((...args: A) => newest.current(...args), [])
}

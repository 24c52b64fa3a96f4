import { useEffect, useRef } from 'react'
import { payways } from '../../../contract/payways.ts'
import { useLive } from '../../kit/live.ts'
import { refresh } from '../../kit/query.ts'

const pauseMs = 1000

/** Reads the list again when platforms tell something, at most once a second. */
export function useFresh(): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  useLive((event) => {
    if (event.type !== 'platform') return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void refresh(payways.paywaySummary)
      void refresh(payways.paywayAll)
    }, pauseMs)
  })
}

import { useMay } from '../../kit/may.ts'

/** Keeps an action only for who may do it: `...allowed(call, action)`. */
export function useAllowed(): <A>(asked: Parameters<ReturnType<typeof useMay>>[0], action: A) => A[] {
  const may = useMay()
  return (asked, action) => (may(asked) ? [action] : [])
}

import { useCallback, useState } from 'react'

/** Which dialog stands open about which row: one at a time. A dialog about no row at all is open about `null`. */
export function useOpened<W extends string, R>() {
  const [opened, setOpened] = useState<{ what: W; row: R | null }>()
  return {
    open: (what: W, row: R | null = null) => setOpened({ what, row }),
    is: (what: W): boolean => opened?.what === what,
    any: opened !== undefined,
    /** The row a dialog is open about, or nothing. */
    about: (what: W): R | undefined => (opened?.what === what ? (opened.row ?? undefined) : undefined),
    close: useCallback(() => setOpened(undefined), []),
  }
}

/** A dialog about one account, open while there is a name. */
export interface OfAccount {
  username: string | undefined
  close: () => void
}

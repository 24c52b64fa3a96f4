/** Codes of the envelope's `code` field. Every business answer travels with HTTP 200. */
export const codes = {
  ok: 200,
  /** A parameter or the state of things forbids it; nothing was changed. */
  refused: 400000,
  /** The caller lacks the rule, or is of a kind that may not call at all. */
  forbidden: 400011,
  /** No token, an unknown one or an expired one. */
  noSession: 410000,
  /** The server ended the session: account disabled, password or role changed, signed out elsewhere. */
  sessionEnded: 410003,
  internal: 500000,
} as const

/** What every call answers. `field` names the parameter that was wrong, where one was. */
export interface Envelope<T = unknown> {
  success: boolean
  code: number
  message: string
  data: T | null
  field?: string
}

import { codes } from '../../contract/kit/codes.ts'
import type { MessageCode } from '../../contract/messages.ts'

export type Values = Readonly<Record<string, unknown>>

/** An expected no: it reaches the client as an envelope in the client's language, and nothing was changed. */
export class Refusal extends Error {
  readonly code: number
  readonly said: MessageCode
  readonly values: Values
  readonly field: string | undefined

  constructor(
    message: MessageCode,
    values: Values = {},
    { code = codes.refused, field }: { code?: number; field?: string | undefined } = {},
  ) {
    super(message)
    this.code = code
    this.said = message
    this.values = values
    this.field = field
  }
}

/** Ends the action with a translated message. `field` names the parameter that was wrong. */
export function refuse(message: MessageCode, values?: Values, field?: string): never {
  throw new Refusal(message, values, { field })
}

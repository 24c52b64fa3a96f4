import { codes, type Envelope } from '../../../contract/kit/codes.ts'
import type { Language } from '../../../contract/kit/language.ts'
import { say } from '../../../contract/messages.ts'
import { Refusal } from '../refusal.ts'

export const success = (data: unknown, lang: Language): Envelope => ({
  success: true,
  code: codes.ok,
  message: say('kit.ok', lang),
  data: data ?? null,
})

/** The answer to whatever was thrown: a refusal says why, anything else only its reference. */
export function failure(error: unknown, lang: Language, requestId: string): Envelope {
  if (error instanceof Refusal) {
    return {
      success: false,
      code: error.code,
      message: say(error.said, lang, error.values),
      data: null,
      ...(error.field ? { field: error.field } : {}),
    }
  }
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413)
    return { success: false, code: codes.refused, message: say('kit.tooLarge', lang), data: null }
  if (status === 429)
    return { success: false, code: codes.refused, message: say('kit.tooMany', lang), data: null }
  if (status && status >= 400 && status < 500) {
    return { success: false, code: codes.refused, message: say('kit.invalidRequest', lang), data: null }
  }
  return {
    success: false,
    code: codes.internal,
    message: say('kit.internal', lang, { requestId }),
    data: null,
  }
}

import { accountMessages } from './accounts-messages.ts'
import { fill, type Language } from './kit/language.ts'
import { kitMessages } from './kit/messages.ts'
import { linkMessages } from './link.ts'
import { logMessages } from './logs.ts'
import { paywayMessages } from './payways-messages.ts'
import { platformMessages } from './platforms-messages.ts'
import { reportMessages } from './reports.ts'
import { roleMessages } from './roles.ts'
import { searchMessages } from './search.ts'
import { settlementMessages } from './settlement-messages.ts'
import { settlementRateMessages } from './settlement-rates.ts'
import { noticeMessages } from './notices.ts'
import { signInMessages } from './sign-in.ts'
import { statisticsMessages } from './statistics.ts'
import { taskMessages } from './tasks.ts'
import { viewMessages } from './views.ts'
import { withdrawalMessages } from './withdrawals.ts'

/** Every message the server can answer, by code, in every language. */
export const messages = {
  ...kitMessages,
  ...signInMessages,
  ...paywayMessages,
  ...platformMessages,
  ...withdrawalMessages,
  ...linkMessages,
  ...logMessages,
  ...taskMessages,
  ...accountMessages,
  ...reportMessages,
  ...roleMessages,
  ...searchMessages,
  ...settlementMessages,
  ...settlementRateMessages,
  ...statisticsMessages,
  ...noticeMessages,
  ...viewMessages,
} as const

export type MessageCode = keyof typeof messages

/** The sentence for a code in a language, its places filled. */
export function say(
  code: MessageCode,
  language: Language,
  values?: Readonly<Record<string, unknown>>,
): string {
  return fill(messages[code][language], values)
}

export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(messages, code)

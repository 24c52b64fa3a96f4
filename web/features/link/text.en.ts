import type { Texts } from '../../kit/text.ts'
import type { zh } from './text.zh.ts'

export const en: Texts<typeof zh> = {
  platform: 'Platform',
  at: 'Time',
  direction: 'Direction',
  command: 'Command to the platform',
  event: 'Event from the platform',
  name: 'Name',
  key: 'Key / event id',
  state: 'State',
  states: { dead: 'Given up', rejected: 'Not understood', refused: 'Refused by the platform' },
  attempts: 'Attempts',
  reason: 'Reason',
  body: 'Body',
  show: 'Show body',
  resend: 'Send again',
  reprocess: 'Process again',
  resendAsk: (name) => `Send ${name} again?`,
  resendText:
    'The platform is asked first what became of it, and it is only sent if it was never carried out.',
  reprocessAsk: (name) => `Process ${name} again?`,
  reprocessText: 'It is read again, exactly as it arrived.',
  sent: 'On its way again',
  empty: 'Nothing needs help: every platform is linked well',
}

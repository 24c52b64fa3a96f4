import type { Texts } from '../../kit/text.ts'
import type { zh } from './text.zh.ts'

export const en: Texts<typeof zh> = {
  id: 'Id',
  operator: 'Operator',
  time: 'Time',
  method: 'Operation',
  request: 'Request',
  response: 'Result',
  days: 'Date',
  path: 'Call',
  address: 'Address',
  outcome: 'Outcome',
  succeeded: 'Done',
  failed: 'Failed',
  detail: 'Details',
  masked: 'Passwords, codes, keys, tokens and card numbers are masked as *** before they are written.',
}

import type { Texts } from '../../kit/text.ts'
import type { zh } from './text.zh.ts'

export const en: Texts<typeof zh> = {
  title: 'Alert settings',
  note: 'For this browser only. Of several open tabs, the one used last speaks.',
  how: 'How',
  desktop: 'Desktop notices',
  desktopBlocked:
    'The browser blocks notices: allow them in the site settings at the address bar, then try again.',
  desktopMissing: 'This browser has no desktop notices.',
  sound: 'Sound',
  about: 'What about',
  orders: 'New withdrawal orders',
  settlements: 'Settlement orders',
  late: 'Settlement orders waiting for more than 30 minutes',
  quiet: 'Quiet hours',
  quietHours: 'Quiet from and to, by this computer’s clock',
  try: 'Try it',
  tryText: 'This is how an alert looks.',
  newOrders: 'New withdrawal orders',
  ofPlatform: (platform, count) => `${platform}: ${count}`,
  newSettlement: 'New settlement order',
  settlementOf: (account, amount) => `${account} asks for ${amount}`,
  lateTitle: 'Settlement order overdue',
  lateOf: (account, minutes) => `The order of ${account} has waited for ${minutes} minutes`,
  paid: 'Settlement transferred',
  refused: 'Settlement refused',
  ownOrder: (id) => `Settlement order #${id}`,
}

import type { Documented } from './documented.ts'
import { aFlaggedPlayer } from './plant-orders.ts'
import { aPerson, someone } from './plant-people.ts'
import { aChannelThatEarned } from './plant-settlement.ts'
import * as s from './shapes.ts'

/** Calls that the documents need and do not name. */
export const besideCalls: readonly Documented[] = [
  {
    by: 'anybody',
    call: 'GET config',
    answers: {
      publicKey: s.text(),
      project: s.text(),
      appId: s.number(3),
      region: s.text(),
      regionLabel: s.text(),
      timeZone: s.text(),
      currency: s.text(),
      serverTime: s.number(),
      demo: s.nothing,
    },
  },
  { by: 'viewer', as: (w) => someone(w, 'staff'), call: 'POST logout' },
  {
    by: 'finance',
    call: 'POST Finance/sendPlayerMail',
    needs: { roleId: aFlaggedPlayer, content: 'Olá', platformId: (w) => String(w.platform) },
  },
  {
    by: 'finance',
    call: 'GET system/subChannelUnbindWdgoogle',
    needs: { id: aPerson('subChannel') },
  },
  {
    by: 'finance',
    call: 'POST channel/settleAmountUpdate',
    needs: { platform_ids: (w) => String(w.platform), channel_account: aChannelThatEarned },
    answers: { unSettleAmountTotal: s.plain(100) },
    ways: {
      'to confirm': {
        sends: {
          platform_ids: (w) => String(w.platform),
          channel_account: aChannelThatEarned,
          settleAmount: '40.25',
          event: 'update',
        },
        answers: { unSettleAmountTotal: s.plain(59.75) },
      },
    },
  },
]

import { type ComponentType, createElement } from 'react'
import { text } from '../../../contract/kit/language.ts'
import { quickSettlePath, settlement } from '../../../contract/settlement.ts'
import { page } from '../../kit/page.tsx'
import type { OfAccount } from './of-account.ts'

/** Pages of settlement; `loadPledge` brings the records of a pledge. */
export const settlementPages = (loadPledge: () => Promise<ComponentType<OfAccount>>) => [
  page({
    path: quickSettlePath,
    title: text('快捷结算', 'Quick settle'),
    load: async () => {
      const [{ QuickSettlePage }, Pledge] = await Promise.all([import('./QuickSettlePage.tsx'), loadPledge()])
      return () => createElement(QuickSettlePage, { Pledge })
    },
  }),
  page({
    path: settlement.orders.path,
    title: settlement.orders.title,
    load: async () => {
      const [{ OrdersPage }, Pledge] = await Promise.all([import('./OrdersPage.tsx'), loadPledge()])
      return () => createElement(OrdersPage, { Pledge })
    },
  }),
  page({
    path: settlement.books.path,
    title: settlement.books.title,
    load: async () => (await import('./BooksPage.tsx')).BooksPage,
  }),
]

/** What was settled of an account, for the lists of other rooms. */
export const loadSettleLog = async () => (await import('./SettleLogDialog.tsx')).SettleLogDialog

/** Settling by one click and the caller's own address, for the settlement summaries. */
export const loadSettleSlot = async () => (await import('./settle-slot.tsx')).SettleSlot

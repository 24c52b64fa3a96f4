import { type ComponentType, createElement } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import { page } from '../../kit/page.tsx'
import type { OfAccount } from './people.ts'

/** Pages of accounts; `loadSettleLog` brings what was settled of a channel. */
export const accountPages = (loadSettleLog: () => Promise<ComponentType<OfAccount>>) => [
  page({
    path: accounts.users.path,
    title: accounts.users.title,
    load: async () => (await import('./UsersPage.tsx')).UsersPage,
  }),
  page({
    path: accounts.channels.path,
    title: accounts.channels.title,
    load: async () => {
      const [{ ChannelsPage }, SettleLog] = await Promise.all([import('./ChannelsPage.tsx'), loadSettleLog()])
      return () => createElement(ChannelsPage, { SettleLog })
    },
  }),
  page({
    path: accounts.subChannels.path,
    title: accounts.subChannels.title,
    load: async () => (await import('./ProxiesPage.tsx')).SubChannelsPage,
  }),
  page({
    path: accounts.salesmans.path,
    title: accounts.salesmans.title,
    load: async () => (await import('./ProxiesPage.tsx')).SalesmenPage,
  }),
  page({
    path: accounts.agents.path,
    title: accounts.agents.title,
    load: async () => (await import('./AgentsPage.tsx')).AgentsPage,
  }),
]

/** What came into a channel's pledge and what went out, for the pages of other rooms. */
export const loadPledgeRecords = async () => (await import('./PledgeRecordsDialog.tsx')).PledgeRecordsDialog

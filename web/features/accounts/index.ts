import { accounts } from '../../../contract/accounts.ts'
import { page } from '../../kit/page.tsx'

export const pages = [
  page({
    path: accounts.users.path,
    title: accounts.users.title,
    load: async () => (await import('./UsersPage.tsx')).UsersPage,
  }),
  page({
    path: accounts.channels.path,
    title: accounts.channels.title,
    load: async () => (await import('./ChannelsPage.tsx')).ChannelsPage,
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

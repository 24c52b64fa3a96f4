import { text } from '../../../contract/kit/language.ts'
import { roles } from '../../../contract/roles.ts'
import { page } from '../../kit/page.tsx'

export const pages = [
  page({
    path: roles.roles.path,
    title: roles.roles.title,
    load: async () => (await import('./RolesPage.tsx')).RolesPage,
  }),
  page({
    path: roles.auths.path,
    title: roles.auths.title,
    load: async () => (await import('./RulesPage.tsx')).StaffRulesPage,
  }),
  page({
    path: '/adminapi/system/channelAuths',
    title: text('渠道权限规则', 'Channel permission rules'),
    load: async () => (await import('./RulesPage.tsx')).ChannelRulesPage,
  }),
]

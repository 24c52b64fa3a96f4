import { type Documented, paged } from './documented.ts'
import {
  channel,
  edited,
  finance,
  newPerson,
  operator,
  person,
  points,
  rates,
  roleOf,
  selectors,
  superAdmin,
  sync,
} from './documented-people.ts'
import { agents, apiPoints, proxies, nobody, superior } from './documented-proxies.ts'
import { aNumber, aPerson, business, chat, remarks, terms, theClerk } from './plant-people.ts'
import * as s from './shapes.ts'

const staff: readonly Documented[] = [
  {
    by: 'viewer',
    call: 'GET system/users',
    needs: {},
    may: { ...paged, username: theClerk, status: '1', remark: 'night' },
    answers: {
      list: s.rows({
        ...person,
        group_id: s.number(),
        remark: s.text(),
        telegramAdminList: s.rows({ user_name: s.text('clerk_of_harbor'), type_name: s.text('owner') }),
      }),
      count: s.count(1),
      configs: { role_list: s.labels },
    },
  },
  {
    ...superAdmin,
    call: 'POST system/userAdd',
    needs: { ...roleOf('viewer'), ...newPerson },
    may: { remark: '夜班' },
  },
  {
    ...superAdmin,
    call: 'POST system/userEdit',
    needs: { id: aPerson('staff'), ...roleOf('viewer') },
    may: edited,
  },
  { ...superAdmin, call: 'GET system/userDel', needs: { id: aPerson('staff') } },
  { ...superAdmin, call: 'GET system/userUnbindgoogle', needs: { id: aPerson('staff') } },
  { ...superAdmin, call: 'GET system/userStatus', needs: { id: aPerson('staff') } },
]

const channels: readonly Documented[] = [
  {
    by: 'viewer',
    call: 'GET system/channels',
    needs: {},
    may: {
      ...paged,
      username: 'harbor',
      remark: remarks.channel,
      business,
      chat_title: chat,
      status: '1',
      pledge_u: 'with',
    },
    answers: {
      list: s.rows({
        ...person,
        ...rates,
        remark: s.text(remarks.channel),
        business: s.text(business),
        chat_title: s.text(chat),
        pledge_u: s.count(terms.pledge),
        withdraw_addr: s.text(),
        role_id: s.digits('61001'),
      }),
      count: s.count(1),
      configs: selectors,
    },
  },
  {
    ...operator,
    call: 'POST system/channelAdd',
    needs: { ...roleOf('channel'), ...newPerson },
    may: { role_id: aNumber, remark: '新渠道', business },
  },
  {
    ...operator,
    call: 'POST system/channelEdit',
    needs: { id: aPerson('channel'), ...roleOf('channel') },
    may: { ...edited, business },
  },
  { ...operator, call: 'GET system/channelDel', needs: { id: aPerson('channel') } },
  { ...operator, call: 'GET system/channelUnbindgoogle', needs: { id: aPerson('channel') } },
  { ...finance, call: 'GET system/channelUnbindWdgoogle', needs: { id: aPerson('channel') } },
  { ...operator, call: 'GET system/channelStatus', needs: { id: aPerson('channel') } },
  {
    ...finance,
    call: 'POST system/channelPledgeUEdit',
    needs: { id: aPerson('channel'), ptype: '1', pledge_u: '5' },
  },
  {
    ...operator,
    call: 'POST system/channelOtherPointConfig',
    needs: { id: aPerson('channel'), ...points },
  },
  { ...operator, call: 'POST system/channelRemarkRsync', ...sync('harbor-channel') },
  {
    ...channel,
    call: 'GET channel/pledgeUlog',
    needs: {},
    may: { ...paged, username: 'harbor-channel' },
    answers: {
      list: s.rows({
        username: s.text('harbor-channel'),
        pledge_u: s.count(terms.pledge),
        type: s.number(1),
        create_username: s.text(),
        create_time: s.time,
      }),
      count: s.count(1),
    },
  },
]

export const accountCalls: readonly Documented[] = [
  ...staff,
  ...channels,
  ...proxies('subChannel', '1', {
    proxyInfo: { channel: superior, subChannel: superior, salesman: nobody },
  }),
  ...proxies('salesman', '2', {
    proxyInfo: { channel: superior, subChannel: superior, salesman: superior },
  }),
  ...agents,
  ...apiPoints,
]

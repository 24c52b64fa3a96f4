import { type Documented, paged, type Sent } from './documented.ts'
import {
  channel,
  edited,
  newPerson,
  operator,
  person,
  points,
  rates,
  roleOf,
  selectors,
  sync,
} from './documented-people.ts'
import { aDeletedPerson, aNumber, aPerson, gameApi, remarks, terms } from './plant-people.ts'
import * as s from './shapes.ts'

export const superior = { RoleId: s.digits(), Account: s.text(), Remark: s.text() }
export const nobody = { RoleId: s.anyText, Account: s.anyText, Remark: s.anyText }
const proxy = {
  ...person,
  ...rates,
  role_id: s.digits(),
  group_id: s.number(),
  ParentIds: s.rows(s.number()),
  ParentID: s.number(),
  parentsData: s.rows({ username: s.text() }),
}
const proxyConfigs = { ...selectors, salesman_level: s.labels }

/** The calls that sub-channels and salesmen have alike. */
export const proxies = (
  of: 'subChannel' | 'salesman',
  level: string,
  list: Documented['answers'],
): readonly Documented[] => {
  const one = aPerson(of)
  return [
    {
      ...operator,
      call: `GET system/${of}s`,
      needs: {},
      may: {
        ...paged,
        username: 'harbor',
        remark: remarks[of],
        parentAccount: 'harbor-channel',
        accountLevel: level,
        status: '1',
      },
      answers: {
        list: s.rows({ ...proxy, remark: s.text(remarks[of]), ...list }),
        count: s.count(1),
        configs: proxyConfigs,
      },
    },
    {
      ...channel,
      call: `POST system/${of}Add`,
      needs: { ...roleOf(of), ...newPerson },
      may: { role_id: aNumber, remark: '新人' },
    },
    { ...channel, call: `POST system/${of}Edit`, needs: { id: one, ...roleOf(of) }, may: edited },
    { ...operator, call: `GET system/${of}Del`, needs: { id: one } },
    { ...channel, call: `GET system/${of}Unbindgoogle`, needs: { id: one } },
    { ...channel, call: `GET system/${of}Status`, needs: { id: one } },
    { ...channel, call: `POST system/${of}OtherPointConfig`, needs: { id: one, ...points } },
    { ...operator, call: `POST system/${of}RemarkRsync`, ...sync(`harbor-${of}`) },
  ]
}

const salesman: Sent = { id: aPerson('salesman'), type: '4' }
export const agents: readonly Documented[] = [
  {
    ...operator,
    call: 'GET system/agents',
    needs: {},
    may: {
      ...paged,
      username: 'harbor',
      remark: remarks.salesman,
      parentAccount: 'harbor-channel',
      accountLevel: '2',
      type: '4',
      status: '1',
      deleted: '0',
    },
    answers: {
      list: s.rows({
        ...proxy,
        remark: s.text(remarks.salesman),
        proxyInfo: { channel: superior, subChannel: superior, salesman: superior },
        deleted: s.flag(0),
        type: s.number(4),
      }),
      count: s.count(1),
      configs: proxyConfigs,
    },
  },
  {
    ...operator,
    call: 'GET system/rolesList',
    needs: { type: '9' },
    answers: { list: s.rows({ id: s.number(), title: s.text() }) },
  },
  { ...operator, call: 'POST system/agentEdit', needs: { ...salesman, ...roleOf('salesman') }, may: edited },
  { ...operator, call: 'GET system/agentUnbindgoogle', needs: salesman },
  { ...operator, call: 'GET system/agentStatus', needs: salesman },
  {
    ...operator,
    call: 'GET system/agentDel',
    needs: { ...salesman, recover: '0' },
    ways: { 'to bring one back': { sends: { id: aDeletedPerson, type: '4', recover: '1' } } },
  },
]

const apiRow = {
  ApiID: s.number(gameApi.id),
  ApiName: s.text(gameApi.name),
  ApiPoint: s.tenthsOfPercent(terms.apiPoint),
}
export const apiPoints: readonly Documented[] = [
  {
    by: 'viewer',
    call: 'POST platform/getGameApiPoints',
    needs: { RoleID: '61001' },
    answers: { list: s.rows(apiRow) },
    ways: { 'of the template': { sends: { RoleID: '-1' } } },
  },
  {
    ...operator,
    call: 'POST platform/editGameApiPoint',
    needs: { RoleID: '61001', apiData: `[{"ApiID":${gameApi.id},"ApiPoint":${terms.apiPoint * 10}}]` },
    answers: { fail: s.yesNo },
  },
  {
    ...operator,
    call: 'POST platform/rsyncGameApiPoint',
    needs: { usernames: 'harbor-channel,harbor-salesman' },
    may: { cate_id: (w) => String(w.category), platform_id: (w) => String(w.platform), event: 'asyncTask' },
    answers: { taskId: s.digits() },
  },
]

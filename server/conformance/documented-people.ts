import { seedRoles } from '../../contract/rules.ts'
import type { Documented, Sent } from './documented.ts'
import { aName, terms } from './plant-people.ts'
import { cateList, platformList } from './selectors.ts'
import * as s from './shapes.ts'
import type { World } from './world.ts'

export const password = (w: World) => w.encrypt('harbour-2027')
export const roleOf = (role: keyof typeof seedRoles): Sent => ({ group_id: String(seedRoles[role].id) })

export const newPerson: Sent = { username: aName, pwd: password, conf_pwd: password }
export const edited: Sent = { pwd: password, conf_pwd: password, remark: '换班' }
export const points: Sent = { game_passage_point: '5.5', game_withdraw_point: '2', game_dividend_point: '40' }
export const sync = (usernames: string) =>
  ({
    needs: { usernames, event: 'asyncTask' },
    may: { cate_id: (w) => String(w.category), platform_id: (w) => String(w.platform) },
    answers: { taskId: s.digits() },
  }) satisfies Partial<Documented>

export const person = {
  id: s.number(),
  username: s.text(),
  title: s.text(),
  status: s.flag(1),
  create_time: s.time,
  last_login_time: s.time,
}
export const rates = {
  game_passage_point: s.percent(terms.passage),
  game_withdraw_point: s.percent(terms.withdraw),
  game_dividend_point: s.percent(terms.dividend),
}
export const selectors = {
  cateList,
  platformList,
  role_list: s.labels,
}

export const superAdmin = { by: 'superAdmin' } as const
export const operator = { by: 'operator' } as const
export const finance = { by: 'finance' } as const
export const channel = { by: 'channel' } as const

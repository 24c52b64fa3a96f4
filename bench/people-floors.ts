import type { Statement } from './floors.ts'

/*
 * The floors of the lists of people: one statement each, which finds the page on an index, counts, and builds the whole
 * JSON with chains and selectors in PostgreSQL.
 */
const when = (column: string) =>
  `coalesce(to_char(${column} at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI:SS'), '')`
const personJson = `'id', a.id, 'username', a.username, 'group_id', a.group_id, 'title', r.title, 'status', a.status,
  'remark', a.remark, 'create_time', ${when('a.created_at')}, 'last_login_time', ${when('a.last_login_at')}`
const pointsJson = `'game_passage_point', a.game_passage_point / 10.0, 'game_withdraw_point', a.game_withdraw_point / 10.0,
  'game_dividend_point', a.game_dividend_point / 10.0, 'role_id', a.role_id`
const roleList = (types: string) =>
  `'role_list', (select json_object_agg(id, title) from roles where type in (${types}) and status <> 0)`
const selectors = `'cateList', (select json_agg(json_build_object('id', id, 'name', name) order by id)
    from platform_categories where deleted = 0 and status <> 0),
  'platformList', (select json_agg(json_build_object('id', id, 'name', name, 'remark', remark, 'cate_id', cate_id,
    'status', status) order by id) from platforms where deleted = 0)`
const part = (
  kind: number,
) => `(select json_build_object('RoleId', p.role_id, 'Account', p.username, 'Remark', p.remark)
  from account_tree t join accounts p on p.id = t.ancestor_id
  where t.account_id = a.id and p.kind = ${kind} order by t.distance limit 1)`

interface Wanted {
  name: string
  /** Where the rows come from, as `a` with `a.id`, and their conditions. */
  from: string
  where: string
  level?: string
}

const page = (
  { name, from, where, level = 'a.level' }: Wanted,
  row: string,
  more: string,
  configs: string,
) => ({
  name: `people-${name}`,
  text: `with hit as materialized (
      select a.id, ${level} as level from ${from} where ${where} order by a.id desc limit 20 offset $1)
    select json_build_object(
      'list', (select json_agg(json_build_object(${row}) order by a.id desc)
        from hit join accounts a on a.id = hit.id join roles r on r.id = a.group_id ${more}),
      'count', (select count(*) from ${from} where ${where}),
      'configs', json_build_object(${configs}))::text`,
})

/** Staff accounts; $1 is the offset in this and all the others. */
export const usersFloor = (wanted: Wanted): Statement =>
  page(wanted, `${personJson}, 'telegramAdminList', '[]'::json`, '', roleList('1'))

export const channelsFloor = (wanted: Wanted): Statement =>
  page(
    wanted,
    `${personJson}, ${pointsJson}, 'business', a.business, 'chat_title', a.chat_title, 'pledge_u', a.pledge_u,
      'withdraw_addr', a.withdraw_addr`,
    '',
    `${roleList('3')}, ${selectors}, 'businessList', (select json_agg(distinct business) from accounts where business <> '')`,
  )

/** Sub-channels, salesmen, agents: everybody with the chain above. */
export const proxiesFloor = (wanted: Wanted): Statement =>
  page(
    wanted,
    `${personJson}, ${pointsJson}, 'level', hit.level, 'ParentID', a.parent_id, 'ParentIds', up.ids, 'parentsData', up.people,
      'proxyInfo', json_build_object('channel', ${part(3)}, 'subChannel', ${part(9)}, 'salesman', ${part(4)})`,
    `cross join lateral (
      select json_agg(p.id order by t.distance desc) as ids,
        json_agg(json_build_object('id', p.id, 'username', p.username, 'type', p.kind) order by t.distance desc) as people
      from account_tree t join accounts p on p.id = t.ancestor_id where t.account_id = a.id and t.distance > 0) up`,
    `${roleList('3, 4, 9')}, ${selectors}, 'salesman_level', (select json_object_agg(n, 'Level ' || n)
      from generate_series(0, (select max(level) from accounts where kind = 4 and deleted = 0)) n)`,
  )

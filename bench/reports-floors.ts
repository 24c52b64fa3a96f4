import { derivedNames, sumNames } from '../contract/figures.ts'
import { platformStatusTexts } from '../contract/platforms.ts'
import type { Statement } from './floors.ts'

/*
 * The floors of the reports: one statement each that reads a page's rows in order, counts and sums over everything, and
 * builds the whole JSON with names, superiors and selectors in PostgreSQL.
 */
const names = [...sumNames, ...derivedNames]
const shown = `p.deleted = 0 and p.status <> 0`

const proxy = (
  kind: number,
) => `coalesce((select json_build_object('RoleId', u.role_id, 'Account', u.username, 'Remark', u.remark)
  from account_tree t join accounts u on u.id = t.ancestor_id
  where t.account_id = a.id and t.distance > 0 and u.kind = ${kind} order by t.distance limit 1),
  json_build_object('RoleId', '', 'Account', '', 'Remark', ''))`
const figures = (of: string) => names.map((name) => `'${name}', ${of}.${name} / 1000.0`).join(', ')
const settled = (when: string) => `(select coalesce(sum(s.amount), 0) from settle_log s
  where s.account_id = hit.account_id and s.platform_id = hit.platform_id${when}) / 1000.0`
const json = (period: string, when: string, more: string) => `json_build_object('platform_cate_id', p.cate_id,
  'platform_id', p.id, 'platform_name', p.name, 'platform_remark', p.remark, 'channel_url', p.channel_url,
  'channel_account', a.username, 'ProxyId', a.role_id, 'account_id', a.id,
  'proxyInfo', json_build_object('channel', ${proxy(3)}, 'subChannel', ${proxy(9)}, 'salesman', ${proxy(4)}),
  'day', ${period}, 'mydate', ${period}, 'month', '', ${figures('hit')}, 'SettleAmount', ${settled(when)},
  'game_passage_point', a.game_passage_point / 10.0, 'game_withdraw_point', a.game_withdraw_point / 10.0,
  'game_dividend_point', a.game_dividend_point / 10.0${more})`

const statuses = JSON.stringify(
  Object.fromEntries(Object.entries(platformStatusTexts).map(([status, label]) => [status, label['en-us']])),
)
const configs = `json_build_object(
  'cateList', (select json_agg(json_build_object('id', id, 'name', name) order by id) from platform_categories where status = 1),
  'platformList', (select json_agg(json_build_object('id', id, 'name', name, 'remark', remark, 'cate_id', cate_id,
    'status', status) order by id) from platforms where deleted = 0 and status <> 0),
  'catePlatformList', (select json_object_agg(c.id, json_build_object('cateName', c.name, 'children', (
    select json_agg(json_build_object('id', id, 'name', name)) from platforms where cate_id = c.id and deleted = 0 and status <> 0)))
    from platform_categories c),
  'platformStatusDics', '${statuses}'::json,
  'salesman_level', (select json_object_agg(n, 'Level ' || n)
    from generate_series(0, (select max(level) from accounts where kind = $2 and deleted = 0)) n))`

const sums = (of: string) =>
  names.map((name) => `coalesce(sum(${of}.${name}), 0)::bigint as ${name}`).join(', ')
const plain = (of: string) => names.map((name) => `${of}.${name}`).join(', ')

interface Shape {
  name: string
  /** Rows of the grain: platform_id, account_id, period, figures; $2 kind, further values as the shape needs them. */
  rows: string
  order: string
  period?: string
  when?: string
  settledWhen?: string
  more?: string
  extra?: string
}

/** $1 is the offset, $2 the kind of account. */
const page = ({
  name,
  rows,
  order,
  period = `''`,
  when = '',
  settledWhen = 'true',
  more = '',
  extra = '',
}: Shape): Statement => ({
  name: `reports-${name}`,
  text: `
    with hit as materialized (select * from (${rows}) d order by ${order} limit 20 offset $1)
    select json_build_object(
      'list', (select json_agg(${json(period, when, more)} order by ${order.replaceAll(/(platform_id|account_id|period|day)/g, 'hit.$1')})
        from hit join platforms p on p.id = hit.platform_id join accounts a on a.id = hit.account_id),
      'count', s.count, 'summary', json_build_object(${figures('s')}, 'SettleAmount', (
        select coalesce(sum(s.amount), 0) / 1000.0 from settle_log s join accounts a on a.id = s.account_id and a.kind = $2
        where ${settledWhen})),
      'configs', ${configs}${extra},
      'updated_at', (select max(updated_at) from platform_days where day = (select max(day) from platform_days)))::text
    from (select count(*) as count, ${sums('d')} from (${rows}) d) s`,
})

const daysOf = `from account_days d join platforms p on p.id = d.platform_id
  where d.kind = $2 and d.day between $3::date and $4::date and ${shown}`
const between = ` and s.to_day between $3::date and $4::date`

/** $3 and $4 are the first and the last day. */
export const dailyFloor = page({
  name: 'daily',
  rows: `select d.platform_id, d.account_id, d.day, ${plain('d')} ${daysOf}`,
  order: 'day desc, platform_id, account_id',
  period: 'hit.day',
  when: ' and s.to_day = hit.day',
  settledWhen: `s.to_day between $3::date and $4::date`,
})

export const settleFloor = page({
  name: 'settle',
  rows: `select d.platform_id, d.account_id, ${sums('d')} ${daysOf} group by d.platform_id, d.account_id`,
  order: 'platform_id, account_id',
  when: between,
  settledWhen: `s.to_day between $3::date and $4::date`,
  extra: `, 'unSettleAmountTotal', (select sum(d.real_profit - d.settled) / 1000.0 from account_totals d
    join platforms p on p.id = d.platform_id where d.kind = $2 and ${shown})`,
})

export const summaryFloor = page({
  name: 'summary',
  rows: `select d.platform_id, d.account_id, ${plain('d')} from account_totals d
    join platforms p on p.id = d.platform_id where d.kind = $2 and ${shown}`,
  order: 'platform_id, account_id',
})

/** $3 is today. */
export const liveFloor = page({
  name: 'live',
  rows: `select d.platform_id, d.account_id, ${plain('d')} from account_totals d
    join platforms p on p.id = d.platform_id where d.kind = $2 and p.deleted = 0 and p.status in (1, 3)`,
  order: 'platform_id, account_id',
  more: `, 'TodayDeposit', (select n.deposit / 1000.0 from account_days n where n.platform_id = hit.platform_id
    and n.account_id = hit.account_id and n.day = $3::date)`,
})

/** $3 is the first day of the month. */
export const monthlyFloor = page({
  name: 'monthly',
  rows: `select d.platform_id, d.account_id, d.month as day, ${plain('d')} from account_months d
    join platforms p on p.id = d.platform_id where d.kind = $2 and d.month = $3::date and ${shown}`,
  order: 'day desc, platform_id, account_id',
  period: 'hit.day',
  when: ` and s.to_day >= hit.day and s.to_day < hit.day + interval '1 month'`,
  settledWhen: `s.to_day >= $3::date and s.to_day < $3::date + interval '1 month'`,
})

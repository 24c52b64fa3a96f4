import { platformStatusTexts } from '../contract/platforms.ts'
import { allStatuses, orderStatusTexts } from '../contract/withdrawals-states.ts'

/*
 * The floors: the best SQL known for the same answers, sent by `pg` as named statements from the same number of
 * connections. Counts come from the counters, a page's rows are found on an index before they are read, and PostgreSQL
 * builds the whole JSON, so that this process only receives a text.
 */
export interface Statement {
  name: string
  text: string
}

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'::json`
const labels = (texts: Record<number, { 'en-us': string }>) =>
  quoted(Object.fromEntries(Object.entries(texts).map(([key, label]) => [key, label['en-us']])))

const when = (column: string) =>
  `coalesce(to_char(${column} at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI:SS'), '')`
const evidence = (name: string) => `o.evidence -> '${name}'`

const orderJson = `json_build_object('OrderNo', o.order_no, 'AccountID', o.role_id, 'PackageName', o.package_name,
  'status', o.status, 'checkUser', o.check_user, 'ChannelId', o.channel_id, 'ChannelName', coalesce(c.name, ''),
  'PayWay', o.pay_way, 'RealName', o.real_name, 'CardNo', o.card_no, 'Province', o.province, 'City', o.city,
  'BankName', o.bank_name, 'AddTime', ${when('o.requested_at')}, 'checkTime', ${when('o.check_time')},
  'Descript', o.description, 'iMoney', o.amount, 'TAX', o.tax, 'RealPay', o.real_pay,
  'EamilMoney', ${evidence('mailMoney')}, 'WaterSum', ${evidence('turnover')}, 'roleRemainMoney', ${evidence('balance')},
  'advFee', ${evidence('advFee')}, 'gmScore', ${evidence('gmScore')}, 'totalPay', ${evidence('totalPaid')},
  'DepositCount', ${evidence('depositCount')}, 'TotalDS', ${evidence('totalDrawn')},
  'PersonWithdrawTimes', ${evidence('withdrawTimes')}, 'TotalRollOut', ${evidence('totalRollOut')})::jsonb ||
  jsonb_build_object('LoginIPCount', ${evidence('loginIpCount')}, 'RegIPCount', ${evidence('regIpCount')},
  'payoutingOrders', (select count(*) from withdrawal_orders w
    where w.platform_id = o.platform_id and w.role_id = o.role_id and w.status = 4),
  'autuPayoutFailMsg', o.auto_message, 'autoWithdrawRoleID', coalesce(p.auto_payout, 0),
  'Comment', coalesce(p.remark, ''), 'teamRemark', ${evidence('teamRemark')},
  'channelRemark', ${evidence('channelRemark')}, 'salesmanRemark', ${evidence('salesmanRemark')},
  'isBlogger', ${evidence('isBlogger')}, 'userDepositLevel', ${evidence('depositLevel')}, 'RecordType', o.record_type,
  'delivery', o.delivery, 'deliveryTips', o.delivery_tips,
  'sharedDestination', (select count(distinct s.role_id) from (select w.role_id from withdrawal_orders w
    where w.platform_id = o.platform_id and w.card_no = o.card_no and w.card_no <> '' and w.role_id <> o.role_id
    limit 1000) s),
  'rowVersion', o.row_version)`

const configs = `json_build_object('orderStatus',
  ${labels(Object.fromEntries(allStatuses.map((status) => [status, orderStatusTexts[status]])))},
  'finace_record_type', '{"1":"Ordinary","2":"Agent commission"}'::json,
  'channeInfo', (select json_object_agg(channel_id, name) from payout_channels where platform_id = $1),
  'finace_pay_type', (select json_object_agg(way_id, code) from pay_ways where platform_id = $1))`

const page = (condition: string, count: string) => `
  select json_build_object('list', (
    select json_agg(${orderJson} order by o.requested_at desc, o.order_no desc)
    from (select order_no from withdrawal_orders where platform_id = $1 and ${condition}
      order by requested_at desc, order_no desc limit 20 offset $2) chosen
    join withdrawal_orders o on o.platform_id = $1 and o.order_no = chosen.order_no
    left join players p on p.platform_id = $1 and p.role_id = o.role_id
    left join payout_channels c on c.platform_id = $1 and c.channel_id = o.channel_id),
    'count', (${count}), 'configs', ${configs})::text`

/** $1 platform, $2 offset, $3 status, $4 and $5 first and last day, whose moments are $6 and $7. */
export const listByStatusAndDays: Statement = {
  name: 'list-days',
  text: page(
    'status = $3::smallint and requested_at >= $6::timestamptz and requested_at < $7::timestamptz',
    `select coalesce(sum(n), 0) from withdrawal_counts
     where platform_id = $1 and day >= $4::date and day <= $5::date and status = $3::smallint`,
  ),
}

/** $1 platform, $2 offset, $3 player. */
export const listOfPlayer: Statement = {
  name: 'list-player',
  text: page(
    'role_id = $3',
    'select count(*) from withdrawal_orders where platform_id = $1 and role_id = $3',
  ),
}

/** $1 platform. */
export const pendingCounts: Statement = {
  name: 'counts',
  text: `select json_build_object('orderCount', json_build_object(
      '1', (select coalesce(sum(n), 0) from withdrawal_totals where platform_id = $1 and status in (0, 6)),
      '2', (select coalesce(sum(n), 0) from withdrawal_totals where platform_id = $1 and status = 7),
      '3', (select count(*) from withdrawal_orders o where platform_id = $1 and status in (0, 6)
        and exists (select from players f
          where f.platform_id = $1 and f.role_id = o.role_id and f.auto_payout = 1))))::text`,
}

/** $1 rows of a page. */
export const livePlatforms: Statement = {
  name: 'live',
  text: `with rows as materialized (
      select p.*, c.name as cate_name, coalesce(t.pending, 0) as pending, coalesce(t.warning, 0) as warning,
        s.online_users, s.registered_users, s.api_remain, s.api_current
      from platforms p join platform_categories c on c.id = p.cate_id
      left join platform_status s on s.platform_id = p.id
      left join (select platform_id, sum(n) filter (where status <> 7) as pending,
          sum(n) filter (where status = 7) as warning
        from withdrawal_totals where status in (0, 1, 6, 7) group by platform_id) t on t.platform_id = p.id
      where p.deleted = 0 and p.status in (1, 3))
    select json_build_object(
      'list', (select json_agg(json_build_object('id', id, 'name', name, 'remark', remark, 'cate_id', cate_id,
          'cate_name', cate_name, 'status', status, 'icon', icon, 'publish_time', ${when('publish_time')},
          'end_time', ${when('end_time')}, 'channel_live_show', channel_live_show, 'admin_url', admin_url,
          'channel_url', channel_url, 'api_url', api_url, 'platform_status', status, 'orderPendingTotal', pending,
          'orderWarningTotal', warning, 'iUserCount', online_users, 'iTotalCount', registered_users,
          'apiRemainQuota', api_remain / 1000.0, 'apiCurrentQuota', api_current / 1000.0, 'linkTrouble', '',
          'linkWaiting', (select count(*) from link_outbox l where l.platform_id = shown.id
            and l.state in ('due', 'sending', 'unknown', 'accepted'))))
        from (select * from rows order by pending desc, warning desc, id limit $1) shown),
      'count', (select count(*) from rows),
      'summary', (select json_object_agg(status, totals) from (select status, json_build_object('count', count(*),
        'orderPendingTotal', sum(pending), 'orderWarningTotal', sum(warning)) as totals from rows group by status) s),
      'configs', json_build_object(
        'cateList', (select json_agg(json_build_object('id', id, 'name', name) order by id)
          from platform_categories where deleted = 0 and status = 1),
        'platformList', (select json_agg(json_build_object('id', id, 'name', name, 'remark', remark,
          'cate_id', cate_id, 'status', status) order by id) from platforms where deleted = 0),
        'platformStatusDics', ${labels(platformStatusTexts)}))::text`,
}

const bareMove = (name: string, from: number, to: number, more = ''): Statement => ({
  name,
  text: `update withdrawal_orders set status = ${to}, check_user = $3, check_time = now(),
      row_version = row_version + 1, updated_at = now()${more}
    where platform_id = $1 and order_no = $2 and status = ${from}`,
})

/** The bare conditional UPDATEs of a cycle, each for a commit of its own. $1 platform, $2 order, $3 checker. */
export const bareLock = bareMove('lock', 0, 6)
export const bareCycle: readonly Statement[] = [
  bareLock,
  bareMove('check', 6, 1),
  bareMove('submit', 1, 4, ", attempt = attempt + 1, delivery = 'queued', channel_id = 1"),
]

/** A batch of events stored and nothing made of it: ids and orders, one statement, one commit. $1 platform, $2 events. */
export const bareIntake: Statement = {
  name: 'intake',
  text: `with events as materialized (
      select * from jsonb_to_recordset($2::jsonb) as e(id text, data jsonb)),
    remembered as (
      insert into link_inbox (platform_id, event_id, type, state, raw)
      select $1, id, 'withdrawal', 'absorbed', data::text from events on conflict do nothing returning event_id)
    insert into withdrawal_orders (platform_id, order_no, role_id, status, requested_at, day, amount, tax, real_pay,
      pay_way, record_type, package_name, real_name, card_no, province, city, bank_name, evidence, version, money)
    select $1, "orderNo", "roleId", 0, "requestedAt", "requestedAt"::date, amount, tax, "realPay", "payWay",
      "recordType", "packageName", "realName", "cardNo", province, city, "bankName", evidence, version, money
    from events, jsonb_to_record(data) as d("orderNo" text, "roleId" text, "requestedAt" timestamptz, amount bigint,
      tax bigint, "realPay" bigint, "payWay" int, "recordType" smallint, "packageName" text, "realName" text,
      "cardNo" text, province text, city text, "bankName" text, evidence jsonb, version bigint, money text)
    on conflict do nothing`,
}

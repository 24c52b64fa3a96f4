import pg from 'pg'

/** How much there is to look through. The rate per day follows: more orders over more days is a longer history. */
export interface Population {
  orders: number
  platforms: number
  /** Days of history, the last of them today. */
  days: number
  /** Where business days are cut. */
  zone: string
  /** Sealed link secret, the same for every platform. */
  secret: Buffer
}

/** Orders of each platform, largest first: the k-th has 1/k of the first, as in a group with a few large games. */
export function shares(orders: number, platforms: number): number[] {
  const weights = Array.from({ length: platforms }, (_, index) => 1 / (index + 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const counts = weights.map((weight) => Math.floor((orders * weight) / sum))
  counts[0] = (counts[0] ?? 0) + orders - counts.reduce((total, count) => total + count, 0)
  return counts
}

const ordersPerPlayer = 8

/** In which of its slots a counter counts an order, as the product does it. */
export const slot = 'abs(hashtext(order_no) % 8)'
export const busySlot = `case when status in (0, 1, 4, 6, 7) then ${slot} else 0 end`

/**
 * Fills a migrated, empty database, set by set. Repeatable: the same sizes give the same orders, counted back from now.
 * Indexes of the large tables are dropped meanwhile and made again from their own definitions.
 */
export async function populate(client: pg.Client, population: Population): Promise<void> {
  const { orders, platforms, days, zone, secret } = population
  const counts = shares(orders, platforms)
  const statement = (text: string, values: unknown[] = []) => client.query(text, values)
  await statement(`set synchronous_commit = off`)
  // Whoever may switch foreign keys off for a bulk load does; nothing below breaks one.
  await statement(`set session_replication_role = replica`).catch(() => {})
  await statement(`select setseed(0.42)`)
  await statement(
    `insert into platform_categories (name) select 'Category ' || g from generate_series(1, 8) g`,
  )
  await statement(
    `insert into platforms (name, remark, cate_id, status, channel_live_show, api_url, secret, publish_time)
     select 'Platform ' || lpad(g::text, 3, '0'), 'remark ' || g, 1 + g % 8, case when g % 20 = 0 then 3 else 1 end, 1,
       'https://platform-' || g || '.invalid', $2, now() - interval '200 days'
     from generate_series(1, $1::int) g`,
    [platforms, secret],
  )
  await statement(
    `insert into platform_status (platform_id, version, online_users, registered_users, api_remain, api_current,
       last_event_at, last_answer_at)
     select id, 1, 40000 / id, 900000 / id, 5000000, 1200000, now(), now() from platforms`,
  )
  await statement(
    `insert into payout_channels (platform_id, channel_id, name, is_on, sort, pay_ways)
     select p.id, c, 'Channel ' || c, case when c = 6 then 0 else 1 end, c, array[1, 2, 3, 4]
     from platforms p, generate_series(1, 6) c`,
  )
  await statement(
    `insert into pay_ways (platform_id, way_id, code)
     select p.id, w, (array['PIX', 'BANK', 'USDT', 'EWALLET'])[w] from platforms p, generate_series(1, 4) w`,
  )
  const rebuild = await dropIndexes(client, ['withdrawal_orders', 'players', 'link_inbox', 'audit_log'])
  await statement(
    `insert into players (platform_id, role_id, version, username, total_deposit, total_roll_out, auto_payout, remark)
     select p.id, (1000000 + n)::text, 1, 'player' || n, n * 1000, n * 500, case when n % 50 = 0 then 1 else 0 end,
       case when n % 10 = 0 then 'knows the rules' else '' end
     from unnest($1::int[]) with ordinality as p (n_orders, id),
       generate_series(1, greatest(p.n_orders / ${ordersPerPlayer}, 20)) n`,
    [counts],
  )
  await statement(ordersSql, [counts, days, zone])
  await statement(
    `insert into link_inbox (platform_id, event_id, type, state, raw, received_at)
     select platform_id, 'e-' || order_no, 'withdrawal', 'absorbed', '', requested_at from withdrawal_orders`,
  )
  await statement(
    `insert into audit_log (at, actor_id, actor, action, entity, entity_id, platform_id, before, after)
     select check_time, null, check_user, 'withdrawals.submit', 'withdrawal', order_no, platform_id,
       '{"status": 1}', '{"status": 4}' from withdrawal_orders where check_time is not null`,
  )
  await rebuild()
  await recount(client)
  await statement(`reset session_replication_role`).catch(() => {})
  await statement(`reset synchronous_commit`)
  await statement('vacuum (analyze)')
  await statement('checkpoint').catch(() => {})
}

/**
 * Orders in the order of their arrival over all platforms, as they would lie in a table that grew. Older ones are
 * decided; of the last day's about a third are open.
 */
const ordersSql = `
  insert into withdrawal_orders (platform_id, order_no, role_id, status, check_user, check_time, requested_at, day, amount,
    tax, real_pay, pay_way, channel_id, record_type, package_name, real_name, card_no, province, city, bank_name,
    description, evidence, version, money, attempt, delivery, row_version)
  select platform_id, order_no, (1000000 + player)::text, status,
    case when status = 0 or (status in (5, 100) and player % 50 = 0) then '' else 'checker' || (1 + player % 20) end,
    case when status = 0 then null else requested_at + luck * interval '30 minutes' end,
    requested_at, (requested_at at time zone $3)::date, amount, amount / 50, amount - amount / 50,
    1 + (player % 7) / 2, case when status = 0 then null else 1 + player % 5 end, case when player % 9 = 0 then 2 else 1 end,
    'Game ' || platform_id, 'Name of ' || player, '62' || lpad((player - player % 100 / 97)::text, 14, '0'), 'Province', 'City',
    'Bank ' || player % 12, case when status in (2, 3) then 'does not fit the rules' else '' end,
    evidence[1 + player % 500], 1,
    case status when 4 then 'paying' when 100 then 'paid' when 5 then 'failed' when 2 then 'refunded'
      when 3 then 'confiscated' else 'open' end,
    case when status in (4, 5, 100) then 1 else 0 end,
    case when status = 4 then 'sent' when status in (2, 3, 5, 100) then 'confirmed' else '' end,
    case when status = 0 then 1 else 4 end
  from (
    select platform_id, 'W' || lpad(platform_id::text, 3, '0') || lpad(g::text, 9, '0') as order_no, luck, requested_at,
      1 + floor(power(random(), 1.5) * greatest(n / ${ordersPerPlayer}, 20))::int as player,
      100000 + floor(exp(random() * 8) * 1000)::bigint * 10 as amount,
      case
        when requested_at > now() - interval '1 day' and luck < 0.18 then 0
        when requested_at > now() - interval '1 day' and luck < 0.24 then 6
        when requested_at > now() - interval '1 day' and luck < 0.27 then 1
        when requested_at > now() - interval '1 day' and luck < 0.29 then 7
        when requested_at > now() - interval '1 day' and luck < 0.33 then 4
        when luck > 0.96 then 2 when luck > 0.95 then 3 when luck > 0.91 then 5 else 100 end as status
    from (
      select p.id::int as platform_id, n, g, random() as luck,
        now() - (n - g + random()) / n * $2 * interval '1 day' as requested_at
      from unnest($1::int[]) with ordinality as p (n, id), generate_series(1, n) g
    ) made
  ) orders,
  (select array_agg(jsonb_build_object('mailMoney', t * 10, 'turnover', t * 100000, 'balance', t * 1000,
      'totalDrawn', t * 7000, 'totalRollOut', t * 6000, 'totalPaid', t, 'advFee', 0, 'gmScore', t % 7,
      'depositCount', t % 90, 'withdrawTimes', t % 40, 'loginIpCount', t % 5, 'regIpCount', t % 3, 'payingOrders', 0,
      'isBlogger', t % 60 = 0, 'depositLevel', t % 6, 'teamRemark', '', 'channelRemark', '', 'salesmanRemark', '')
      order by t) as evidence from generate_series(1, 500) t) pool
  order by requested_at`

/** Fills the counters anew from the orders: the definition that the product's own keeping of them must agree with. */
async function recount(client: pg.Client): Promise<void> {
  await client.query('truncate withdrawal_counts, withdrawal_totals')
  await client.query(
    `insert into withdrawal_counts (platform_id, day, status, check_user, pay_way, slot, n)
     select platform_id, day, status, check_user, pay_way, ${busySlot}, count(*)
     from withdrawal_orders group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
  )
  await client.query(
    `insert into withdrawal_totals (platform_id, status, slot, n)
     select platform_id, status, ${slot}, count(*) from withdrawal_orders group by 1, 2, 3 order by 1, 2, 3`,
  )
}

async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: constraints } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('p', 'u') and conrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${name}`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return async () => {
    for (const { table, name, definition } of constraints)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { definition } of indexes) await client.query(definition)
  }
}

import type pg from 'pg'
import { sumNames } from '../contract/figures.ts'
import { storedFigures } from '../contract/statistics-figures.ts'
import type { Statement } from './floors.ts'

/*
 * The best SQL known for the same rollups, on tables of its own: one statement a batch, without signature, nonce,
 * rates, fees or corrections. $1 platform, $2 events.
 */
const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const list = (names: readonly string[], of: (name: string) => string = (name) => name) =>
  names.map(of).join(', ')
const tables = [
  'link_inbox',
  'account_facts',
  'account_days',
  'account_months',
  'account_totals',
  'platform_days',
]

/** Tables like the product's, with the same indexes, for the floors to write. */
export async function makeFloorTables(client: pg.Client): Promise<void> {
  for (const table of tables) await client.query(`create table floor_${table} (like ${table} including all)`)
}

const events = (names: readonly string[], more: string) => `
  events as materialized (select e.id, d.* from jsonb_to_recordset($2::jsonb) as e(id text, data jsonb),
    jsonb_to_record(e.data) as d(day date, version bigint, ${more} ${list(names, (name) => `"${camel(name)}" bigint`)})),
  remembered as (
    insert into floor_link_inbox (platform_id, event_id, type, state, raw)
    select $1, e->>'id', e->>'type', 'absorbed', e::text from jsonb_array_elements($2::jsonb) e
    on conflict do nothing)`
const addTo = (table: string, keys: string) => `
  insert into floor_${table} as t (platform_id, ${keys}, kind, ${list(sumNames)})
  select $1, ${keys.replace('month', `date_trunc('month', day::timestamp)::date`)}, kind, ${list(sumNames, (name) => `sum(${name})`)}
  from moved group by ${keys.replace('month', '3')}, kind order by 2
  on conflict (platform_id, ${keys}) do update set ${list(sumNames, (name) => `${name} = t.${name} + excluded.${name}`)}`

export const accountDayFloor: Statement = {
  name: 'account days',
  text: `with ${events(sumNames, 'username text, "apiWinLose" jsonb,')},
    stored as (
      insert into floor_account_facts as f (platform_id, account_id, day, version, chain, api_win_lose, ${list(sumNames)})
      select $1, a.id, e.day, e.version,
        (select array_agg(t.ancestor_id order by t.distance desc) from account_tree t where t.account_id = a.id),
        (select jsonb_object_agg(p->>'apiId', p->'amount') from jsonb_array_elements(e."apiWinLose") p),
        ${list(sumNames, (name) => `e."${camel(name)}"`)}
      from events e join accounts a on lower(a.username) = lower(e.username) and a.kind <> 1 order by a.id, e.day
      on conflict (platform_id, account_id, day) do update set version = excluded.version,
        api_win_lose = excluded.api_win_lose, ${list(sumNames, (name) => `${name} = excluded.${name}`)}
      where f.version < excluded.version
      returning new.chain, new.day, ${list(sumNames, (name) => `new.${name} - coalesce(old.${name}, 0) as ${name}`)}),
    moved as materialized (
      select a.id as account_id, s.day, a.kind, ${list(sumNames, (name) => `sum(s.${name}) as ${name}`)}
      from stored s cross join unnest(s.chain) up (id) join accounts a on a.id = up.id group by 1, 2, 3),
    days as (${addTo('account_days', 'account_id, day')}),
    months as (${addTo('account_months', 'account_id, month')})
    ${addTo('account_totals', 'account_id')}`,
}

export const platformDayFloor: Statement = {
  name: 'platform days',
  text: `with ${events(storedFigures, '')}
    insert into floor_platform_days as d (platform_id, day, version, ${list(storedFigures)})
    select $1, day, version, ${list(storedFigures, (name) => `"${camel(name)}"`)} from events order by day
    on conflict (platform_id, day) do update set version = excluded.version,
      ${list(storedFigures, (name) => `${name} = excluded.${name}`)}
    where d.version < excluded.version`,
}

import { sql } from 'kysely'
import { audit } from '../kit/audit.ts'
import type { TestApp } from '../testing.ts'

interface Planted {
  id: number
  username: string
  playerId: string
}

/** An account's history begins. */
export const noteMade = ({ services: { db } }: TestApp, id: number, username: string): Promise<void> =>
  db.transaction().execute((tx) =>
    audit(tx, {
      actor: { accountId: id, username },
      action: 'made',
      entity: 'account',
      entityId: String(id),
    }),
  )

/** What lists could show of an account: a pledge, a deed of the chat bot. New lists of people need theirs here. */
export async function plantFor(
  { services: { db, clock } }: TestApp,
  { id, username, playerId }: Planted,
): Promise<void> {
  const at = clock.now()
  const day = clock.dayOf(at)
  await db.transaction().execute((tx) =>
    audit(tx, {
      actor: { accountId: id, username },
      action: 'made',
      entity: 'account',
      entityId: String(id),
    }),
  )
  await sql`
    insert into pledge_transfers (account_id, type, debit, credit, amount, balance, create_username, at)
    values (${id}, 1, 'group', 'held', 5, 5, 'nobody', ${at})`.execute(db)
  await sql`
    insert into bot_log (entry_id, at, day, account_id, username, platname, channel_name, channel_account, action, command,
      response, chat_id, target_telegram_id, target_telegram_username, action_telegram_id, action_telegram_username, role_id)
    values (${username}, ${at}, ${day}, ${id}, ${username}, '', '', ${username}, 'addChannel', '', '', ${playerId}, '', '',
      '', '', ${playerId})`.execute(db)
  await sql`
    insert into bot_log_counts (day, account_id, action, n) values (${day}, ${id}, 'addChannel', 1)`.execute(
    db,
  )
}

/** One platform that the channel side is shown and one that it is not, each in a category of its own. */
export async function somePlatforms({ services: { db } }: TestApp) {
  const ids: number[] = []
  for (const shown of [1, 0]) {
    const category = await db
      .insertInto('platform_categories')
      .values({ name: shown ? 'shown category' : 'hidden category' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const platform = await db
      .insertInto('platforms')
      .values({
        name: shown ? 'shown platform' : 'hidden platform',
        cate_id: category.id,
        status: 1,
        channel_live_show: shown,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(category.id, platform.id)
  }
  const [shownCategory = 0, shown = 0, hiddenCategory = 0, hidden = 0] = ids
  return { shown, hidden, shownCategory, hiddenCategory }
}

/** Everything a call could have changed, as one text; sessions only as far as they were ended. */
export async function stateOf({ services: { db } }: TestApp): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select md5(concat(
      (select string_agg(a::text, ',' order by id) from accounts a),
      (select string_agg(r::text, ',' order by account_id, from_day) from account_rates r),
      (select string_agg(concat(id, ended_at), ',' order by id) from sessions where ended_at is not null),
      (select concat(count(*), max(id)) from pledge_transfers), (select concat(count(*), max(id)) from audit_log),
      (select concat(count(*), max(id)) from tasks), (select count(*) from link_outbox),
      (select string_agg(r::text, ',' order by id) from roles r),
      (select string_agg(p::text, ',' order by id) from platforms p))) as state`.execute(db)
  return rows[0]?.state ?? ''
}

import { type Insertable, sql } from 'kysely'
import * as z from 'zod'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import type { logs } from '../../../contract/logs.ts'
import type { Tx } from '../../kit/db/connect.ts'
import type { Database } from '../../kit/db/schema.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { maskedText } from '../../kit/operation-log.ts'
import { noteBotKeyUsed } from './bot-key.ts'
import { Admins, Chat, setAdmins, setChat } from './bot-people.ts'
import { checkBotSignature } from './bot-signature.ts'
import { firstKeptDay } from './kept.ts'

/** The bot's clock may run ahead by so much. */
const aheadMs = 300_000

/** Telegram's ids are numbers; they arrive as such or as text. */
const id = z.union([z.string().trim().max(64), z.int().transform(String)]).default('')
const words = (max: number) => z.string().trim().max(max).default('')

export const Entry = z.object({
  id: z.string().regex(/^[A-Za-z0-9_.:-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ . : -'),
  update_time: z.iso.datetime({ offset: true }),
  username: words(64),
  platname: words(64),
  channel_name: words(64),
  channel_account: words(64),
  action: z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, 'must be 1 to 40 of A-Z a-z 0-9 _ . -'),
  command: words(65_536),
  response: words(65_536),
  chat_id: id,
  target_telegram_id: id,
  target_telegram_username: words(64),
  action_telegram_id: id,
  action_telegram_username: words(64),
  role_id: id,
})

type Result = ResultOf<typeof logs.botLog>
type Report = Pick<Ctx<'public'>, 'db' | 'vault' | 'clock' | 'config' | 'raw'>
type Row = Insertable<Database['bot_log']>

/**
 * Takes in what the bot reports, all of it in one transaction: entries it did not tell before, the chat of each
 * account and the admins of each person where they are newer than what is known. What makes no sense is named and
 * keeps nothing else back.
 */
export async function reportBot(
  ctx: Report,
  { entries = [], chats = [], admins = [] }: ParamsOf<typeof logs.botLog>,
): Promise<Result> {
  const { db } = ctx
  await checkBotSignature(ctx, ctx.raw)
  const verdict: Result = { accepted: [], duplicate: [], rejected: [], known: [] }
  const rows = readEntries(ctx, entries, verdict)
  const people = [
    ...readAll(Chat, chats, 'channel_account', verdict).map((told) => ({
      who: told.channel_account,
      at: told.at,
      set: (tx: Tx) => setChat(tx, told),
    })),
    ...readAll(Admins, admins, 'username', verdict).map((told) => ({
      who: told.username,
      at: told.at,
      set: (tx: Tx) => setAdmins(tx, told),
    })),
  ]
  // In one order, so that two reports never wait for each other; of several on one account the newest is last.
  people.sort((a, b) => a.who.localeCompare(b.who) || a.at.localeCompare(b.at))
  await db.transaction().execute(async (tx) => {
    const fresh = await store(tx, rows)
    for (const { entry_id } of rows)
      (fresh.has(entry_id) ? verdict.accepted : verdict.duplicate).push(entry_id)
    for (const { who, set } of people) {
      if (await set(tx)) verdict.known.push(who)
      else verdict.rejected.push({ id: who, reason: 'no such account' })
    }
  })
  await noteBotKeyUsed(db)
  return verdict
}

/** The entries that make sense, each id once, oldest first: always in one order, for the same reason as above. */
function readEntries(ctx: Report, entries: readonly unknown[], verdict: Result): Row[] {
  const now = ctx.clock.now().getTime()
  const oldest = firstKeptDay(ctx, ctx.config.botLogDays)
  const rows = new Map<string, Row>()
  for (const { id: entry_id, update_time, command, response, ...entry } of readAll(
    Entry,
    entries,
    'id',
    verdict,
  )) {
    const at = new Date(update_time)
    const day = ctx.clock.dayOf(at)
    const reason =
      at.getTime() > now + aheadMs
        ? 'update_time: in the future'
        : day < oldest
          ? 'update_time: too long ago'
          : ''
    if (reason) verdict.rejected.push({ id: entry_id, reason })
    else if (!rows.has(entry_id))
      rows.set(entry_id, {
        entry_id,
        at,
        day,
        account_id: null,
        ...entry,
        command: maskedText(command),
        response: maskedText(response),
      })
  }
  return [...rows.values()].toSorted(byTime)
}

function readAll<S extends z.ZodObject>(
  shape: S,
  list: readonly unknown[],
  name: string,
  verdict: Result,
): z.output<S>[] {
  return list.flatMap((item) => {
    const read = shape.safeParse(item)
    if (read.success) return [read.data]
    const said = (item as Record<string, unknown> | null)?.[name]
    const [issue] = read.error.issues
    const where = issue?.path.join('.')
    const reason = `${where ? `${where}: ` : ''}${issue?.message ?? 'not understood'}`
    verdict.rejected.push({ id: typeof said === 'string' ? said.slice(0, 64) : '', reason })
    return []
  })
}

const byTime = (a: Row, b: Row) =>
  new Date(a.at).getTime() - new Date(b.at).getTime() || (a.entry_id < b.entry_id ? -1 : 1)

/** Ids of the entries that were not known yet; each is counted where it is stored. */
async function store(tx: Tx, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const names = [...new Set(rows.map((row) => row.channel_account.toLowerCase()).filter(Boolean))]
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', sql<string>`lower(username)`.as('name')])
    .where(sql<string>`lower(username)`, 'in', names.length > 0 ? names : [''])
    .where('kind', '<>', kind.staff)
    .execute()
  const ids = new Map(accounts.map((account) => [account.name, account.id]))
  const { rows: kept } = await sql<{ entry_id: string }>`
    with fresh as (${tx
      .insertInto('bot_log')
      .values(rows.map((row) => ({ ...row, account_id: ids.get(row.channel_account.toLowerCase()) ?? null })))
      .onConflict((conflict) => conflict.column('entry_id').doNothing())
      .returning(['entry_id', 'day', 'account_id', 'action'])}),
    counted as (
      insert into bot_log_counts as kept (day, account_id, action, n)
      select day, coalesce(account_id, 0), action, count(*) from fresh group by 1, 2, 3 order by 1, 2, 3
      on conflict (day, account_id, action) do update set n = kept.n + excluded.n)
    select entry_id from fresh`.execute(tx)
  return new Set(kept.map(({ entry_id }) => entry_id))
}

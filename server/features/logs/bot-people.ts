import { sql } from 'kysely'
import * as z from 'zod'
import { kind } from '../../../contract/kit/kinds.ts'
import { audit } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/connect.ts'

const bot = { accountId: null, username: 'bot' } as const
const at = z.iso.datetime()
const name = z.string().trim().min(1).max(64)

/** The chat group of an account of the channel side. */
export const Chat = z.object({
  channel_account: name,
  chat_title: z.string().trim().max(128),
  at,
})

/** Telegram users who may speak for somebody of the staff. */
export const Admins = z.object({
  username: name,
  at,
  list: z.array(z.object({ user_name: name, type_name: z.string().trim().max(64).default('') })).max(50),
})

/** Sets the title of an account's chat unless something newer is known. False where there is no such account. */
export async function setChat(
  tx: Tx,
  { channel_account, chat_title, at: told }: z.output<typeof Chat>,
): Promise<boolean> {
  const account = await find(tx, channel_account, false)
  if (!account) return false
  if (!(await isNewer(tx, account.id, 'chat', told)) || account.chat_title === chat_title) return true
  await tx.updateTable('accounts').set({ chat_title }).where('id', '=', account.id).execute()
  await audit(tx, {
    actor: bot,
    action: 'logs.botLog',
    entity: 'account',
    entityId: String(account.id),
    before: { chat_title: account.chat_title },
    after: { chat_title },
  })
  return true
}

/** Sets the Telegram admins of somebody of the staff unless something newer is known. False where nobody is meant. */
export async function setAdmins(
  tx: Tx,
  { username, at: told, list }: z.output<typeof Admins>,
): Promise<boolean> {
  const account = await find(tx, username, true)
  if (!account) return false
  if (!(await isNewer(tx, account.id, 'admins', told))) return true
  const wanted = [...new Map(list.map((admin) => [admin.user_name, admin])).values()]
  const before = await tx
    .deleteFrom('telegram_admins')
    .where('account_id', '=', account.id)
    .returning(['user_name', 'type_name'])
    .execute()
  if (wanted.length > 0)
    await tx
      .insertInto('telegram_admins')
      .values(wanted.map((admin) => ({ account_id: account.id, ...admin })))
      .execute()
  const shown = (admins: readonly { user_name: string; type_name: string }[]) =>
    admins.map(({ user_name, type_name }) => `${user_name} ${type_name}`.trim()).toSorted()
  if (JSON.stringify(shown(before)) !== JSON.stringify(shown(wanted)))
    await audit(tx, {
      actor: bot,
      action: 'logs.botLog',
      entity: 'account',
      entityId: String(account.id),
      before: { telegramAdminList: shown(before) },
      after: { telegramAdminList: shown(wanted) },
    })
  return true
}

const find = (tx: Tx, username: string, staff: boolean) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'chat_title'])
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .where('deleted', '=', 0)
    .where('kind', staff ? '=' : '<>', kind.staff)
    .executeTakeFirst()

/** Whether this was told later than what is known, which it then replaces. */
async function isNewer(tx: Tx, accountId: number, what: 'chat' | 'admins', told: string): Promise<boolean> {
  const { rows } = await sql`
    insert into bot_marks as known (account_id, what, at) values (${accountId}, ${what}, ${told})
    on conflict (account_id, what) do update set at = excluded.at where known.at < excluded.at
    returning 1`.execute(tx)
  return rows.length > 0
}

import { sql } from 'kysely'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import type { Db } from '../../kit/db/connect.ts'
import { whileNobodyMoves } from './move.ts'

export interface NewAccount {
  kind: Kind
  username: string
  passwordHash: string
  roleId: number
  parentId?: number | null
  /** Id of the proxy player in the games. */
  proxyId?: string
  remark?: string
  business?: string
  /** Sealed key of the sign-in authenticator; without one the account binds it at its first sign-in. */
  signSecret?: Buffer | null
  /** Who made it; nobody for the first accounts. */
  createdBy?: number | null
}

/**
 * Adds an account and its place in the tree: every ancestor's row, and its own at distance 0. The level counts from the
 * owning channel, whose direct child is 1. Returns its id.
 */
export async function createAccount(tx: Db, account: NewAccount): Promise<number> {
  const parentId = account.parentId ?? null
  if (parentId !== null) await whileNobodyMoves(tx)
  const parent =
    parentId === null
      ? null
      : await tx
          .selectFrom('accounts')
          .select(['id', 'level', 'kind'])
          .where('id', '=', parentId)
          .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('accounts')
    .values({
      kind: account.kind,
      username: account.username,
      password_hash: account.passwordHash,
      group_id: account.roleId,
      parent_id: parentId,
      level: account.kind === kind.staff || account.kind === kind.channel ? 0 : (parent?.level ?? 0) + 1,
      role_id: account.proxyId ?? '',
      remark: account.remark ?? '',
      business: account.business ?? '',
      sign_secret: account.signSecret ?? null,
      created_by: account.createdBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into account_tree (ancestor_id, account_id, distance, kind)
    select ancestor_id, ${id}::int, distance + 1, ${account.kind}::smallint
    from account_tree where account_id = ${parentId}
    union all select ${id}::int, ${id}::int, 0, ${account.kind}::smallint`.execute(tx)
  return id
}

import { sql } from 'kysely'
import { accounts } from '../../../contract/accounts.ts'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import { beginning } from '../../kit/beginning.ts'
import { type Caller, holds } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import { isBelowViewer } from './scope.ts'

/** The lists that show accounts of a kind, the most particular first. */
const lists: readonly (readonly [Kind, readonly Endpoint[]])[] = [
  [kind.staff, [accounts.users]],
  [kind.channel, [accounts.channels, accounts.agents]],
  [kind.subChannel, [accounts.subChannels, accounts.agents]],
  [kind.salesman, [accounts.salesmans, accounts.agents]],
]

export interface FoundAccount {
  kind: Kind
  username: string
  role_id: string
  remark: string
  /** The list that shows it to this caller. */
  list: Endpoint
}

/**
 * Accounts whose name begins so, or whose player's number it is: of the kinds whose lists the caller may open, and those
 * the scope reaches, as in the lists. By name, so that an exact one comes first.
 */
export async function findAccounts(
  { scope, ...caller }: Caller,
  db: Db,
  text: string,
  most: number,
): Promise<FoundAccount[]> {
  const shown = new Map<Kind, Endpoint>()
  for (const [of, choices] of lists) {
    const list = choices.find(({ kinds, rule }) => kinds.includes(caller.kind) && holds(caller, rule))
    if (list) shown.set(of, list)
  }
  if (shown.size === 0) return []
  const { rows } = await sql<Omit<FoundAccount, 'list'>>`
    select kind, username, role_id, remark from (
      (select a.id, a.kind, a.username, a.role_id, a.remark from accounts a
        where a.role_id = ${text} and a.role_id <> '' and a.deleted = 0
          and a.kind = any(${[...shown.keys()]}::smallint[]) and ${isBelowViewer(scope)} limit ${most})
      union
      (select a.id, a.kind, a.username, a.role_id, a.remark from accounts a
        where lower(a.username) like lower(${beginning(text)}) and a.deleted = 0
          and a.kind = any(${[...shown.keys()]}::smallint[]) and ${isBelowViewer(scope)}
        order by lower(a.username) limit ${most})
    ) found order by role_id = ${text} desc, lower(username) limit ${most}`.execute(db)
  return rows.flatMap((row) => {
    const list = shown.get(row.kind)
    return list ? [{ ...row, list }] : []
  })
}

import { sql } from 'kysely'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { beginning } from '../../kit/beginning.ts'
import { type Caller, holds } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'

const { kinds, rule } = withdrawals.list

/** Who may list orders may find them; a list of orders is where both orders and players are seen. */
const mayList = (caller: Caller): boolean => kinds.includes(caller.kind) && holds(caller, rule)

export interface FoundOrder {
  platform_id: number
  platform: string
  order_no: string
  role_id: string
  status: number
  requested_at: Date
}

/** Orders of every platform with this number, then those whose number begins so, highest first; all by the key. */
export async function findOrders(caller: Caller, db: Db, text: string, most: number): Promise<FoundOrder[]> {
  if (!mayList(caller)) return []
  const { rows } = await sql<FoundOrder>`
    select p.id as platform_id, p.name as platform, o.* from platforms p cross join lateral (
      (select order_no, role_id, status, requested_at from withdrawal_orders
        where platform_id = p.id and order_no = ${text})
      union
      (select order_no, role_id, status, requested_at from withdrawal_orders
        where platform_id = p.id and order_no like ${beginning(text)} order by order_no desc limit ${most})) o
    where p.deleted = 0 order by o.order_no = ${text} desc, o.order_no desc, p.id limit ${most}`.execute(db)
  return rows
}

export interface FoundPlayer {
  platform_id: number
  platform: string
  role_id: string
  username: string
  remark: string
}

/** Players whose number begins so, of every platform; the exact number first. */
export async function findPlayers(
  caller: Caller,
  db: Db,
  text: string,
  most: number,
): Promise<FoundPlayer[]> {
  if (!mayList(caller) || !/^\d+$/.test(text)) return []
  const { rows } = await sql<FoundPlayer>`
    select p.id as platform_id, p.name as platform, f.* from platforms p cross join lateral (
      select role_id, username, remark from players
      where platform_id = p.id and role_id like ${beginning(text)}
      order by role_id limit ${most}) f
    where p.deleted = 0 order by f.role_id, p.id limit ${most}`.execute(db)
  return rows
}

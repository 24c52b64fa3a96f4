import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { stepUp } from '../sign-in/index.ts'
import { auditAccount } from './actions.ts'
import { targetOf } from './scope.ts'

type Accounts = typeof features.accounts

/** As much as the wire can carry exactly. */
const mostHeld = 9_007_199_254_740_991n

/**
 * Adds to or releases from the pledge of a channel, in whole U. The balance moves by one conditional update beside the
 * ledger row, so it can neither get below zero nor part from its history.
 */
export async function changePledge(
  ctx: Ctx<'rule'>,
  { id, ptype, pledge_u, identify_code }: ParamsOf<Accounts['channelPledgeUEdit']>,
): Promise<ResultOf<Accounts['channelPledgeUEdit']>> {
  const { caller } = ctx
  const amount = BigInt(pledge_u)
  const delta = ptype === 1 ? amount : -amount
  const confirm = ptype === 2 ? await stepUp(ctx, identify_code) : null
  return ctx.db.transaction().execute(async (tx) => {
    const target = await targetOf(caller.scope, tx, id, { kind: kind.channel })
    await confirm?.(tx)
    const { rows } = await sql<{ before: bigint; balance: bigint }>`
      update accounts a set pledge_u = a.pledge_u + ${delta}
      where a.id = ${target.id} and a.deleted = 0 and a.pledge_u + ${delta} between 0 and ${mostHeld}
      returning old.pledge_u as before, new.pledge_u as balance`.execute(tx)
    const [row] = rows
    if (!row) return sayWhyNot(tx, target.id, ptype)
    await tx
      .insertInto('pledge_transfers')
      .values({
        account_id: target.id,
        type: ptype,
        ...(ptype === 1 ? { debit: 'group', credit: 'held' } : { debit: 'held', credit: 'group' }),
        amount,
        balance: row.balance,
        create_username: caller.username,
        at: ctx.clock.now(),
      })
      .execute()
    await auditAccount(tx, caller, 'accounts.channelPledgeUEdit', target.id, {
      before: { pledge_u: row.before },
      after: { pledge_u: row.balance },
    })
    return { pledge_u: Number(row.balance) }
  })
}

async function sayWhyNot(tx: Db, id: number, ptype: 1 | 2): Promise<never> {
  const row = await tx
    .selectFrom('accounts')
    .select(['pledge_u', 'deleted'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.deleted) return refuse('kit.notFound', {}, 'id')
  return ptype === 2
    ? refuse('accounts.pledgeTooMuch', { balance: row.pledge_u }, 'pledge_u')
    : refuse('accounts.pledgeFull', {}, 'pledge_u')
}

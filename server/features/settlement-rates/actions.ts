import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { rateFromText, type settlementRates } from '../../../contract/settlement-rates.ts'
import { audit } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/connect.ts'
import { isViolation } from '../../kit/db/violations.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { bandOf, usualRate } from './queries.ts'
import { isFar } from './rules.ts'

type Staff = Pick<Ctx<'rule'>, 'db' | 'caller'>
type Entered = { id: number; pending: 0 | 1 }

const audited = ['day', 'rate', 'remark', 'pending_rate', 'usual_rate'] as const

/**
 * Enters the rate of a day. One far from the usual waits for a second person and does not count until then. Refuses a
 * day that has one.
 */
export function addRate(
  { db, caller }: Staff,
  { date: day, rate: sent, remark = '' }: ParamsOf<typeof settlementRates.add>,
): Promise<Entered> {
  const rate = rateFromText(sent)
  return refusingTaken(() =>
    db.transaction().execute(async (tx) => {
      const judged = await judge(tx, day, rate, 0)
      const { id, ...after } = await tx
        .insertInto('settlement_rates')
        .values({ day, remark, ...judged, ...enteredBy(caller) })
        .returning(['id', ...audited])
        .executeTakeFirstOrThrow()
      await note(tx, caller, 'settlementRates.add', id, { after })
      return { id, pending: pendingOf(after) }
    }),
  )
}

/**
 * Changes an entry. A value far from the usual waits beside the one that counts; moved to another day it is a new entry
 * there, judged like one. Refuses an unknown entry and a day that has another.
 */
export function editRate(
  { db, caller }: Staff,
  { id, date: day, rate: sent, remark = '' }: ParamsOf<typeof settlementRates.edit>,
): Promise<Entered> {
  const rate = rateFromText(sent)
  return refusingTaken(() =>
    db.transaction().execute(async (tx) => {
      const before = await takeRate(tx, id)
      if (!before) return refuse('settlementRates.notFound', {}, 'id')
      const moved = before.day !== day
      const sameValue = !moved && rate === (before.pending_rate ?? before.rate)
      const judged = sameValue ? {} : await judge(tx, day, rate, id)
      const kept = 'pending_rate' in judged && judged.pending_rate && !moved ? { rate: before.rate } : {}
      const after = await tx
        .updateTable('settlement_rates')
        .set({
          day,
          remark,
          ...judged,
          ...kept,
          // Who only mends a remark has not entered the value, and may still confirm it.
          ...(sameValue ? {} : { ...enteredBy(caller), confirmed_name: '' }),
        })
        .where('id', '=', id)
        .returning([...audited])
        .executeTakeFirstOrThrow()
      await note(tx, caller, 'settlementRates.edit', id, { before, after })
      return { id, pending: pendingOf(after) }
    }),
  )
}

/** Deletes an entry; the one before it counts for its day from then on. Refuses an unknown one. */
export async function deleteRate({ db, caller }: Staff, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .updateTable('settlement_rates')
      .set({ deleted: 1 })
      .where('id', '=', id)
      .where('deleted', '=', 0)
      .returning([...audited])
      .executeTakeFirst()
    if (!before) return refuse('settlementRates.notFound', {}, 'id')
    await note(tx, caller, 'settlementRates.del', id, { before })
  })
}

/**
 * Lets a waiting value count, or takes it back. Who entered it may take it back but not confirm it. Refuses when the
 * value seen does not wait any more.
 */
export async function confirmRate(
  { db, caller }: Staff,
  { id, rate: sent, agree }: ParamsOf<typeof settlementRates.confirm>,
): Promise<void> {
  const seen = rateFromText(sent)
  await db.transaction().execute(async (tx) => {
    const before = await takeRate(tx, id)
    if (!before) return refuse('settlementRates.notFound', {}, 'id')
    if (before.pending_rate !== seen) return refuse('settlementRates.notPending', {}, 'rate')
    if (agree === 1 && before.entered_by === caller.accountId) refuse('settlementRates.ownConfirm', {}, 'id')
    const after = await tx
      .updateTable('settlement_rates')
      .set(
        agree === 1
          ? { rate: seen, pending_rate: null, confirmed_name: caller.username }
          : { pending_rate: null, usual_rate: null, ...(before.rate === null ? { deleted: 1 } : {}) },
      )
      .where('id', '=', id)
      .where('pending_rate', '=', seen)
      .returning([...audited])
      .executeTakeFirstOrThrow()
    await note(tx, caller, 'settlementRates.confirm', id, { before, after })
  })
}

/** Which of the two columns a new value goes into, with what was usual. */
async function judge(tx: Tx, day: string, rate: bigint, except: number) {
  const usual = await usualRate(tx, day, except)
  return isFar(rate, usual, await bandOf(tx))
    ? { rate: null, pending_rate: rate, usual_rate: usual }
    : { rate, pending_rate: null, usual_rate: null }
}

/** Takes hold of an entry until the transaction ends and answers it; undefined where there is none. */
const takeRate = (tx: Tx, id: number) =>
  tx
    .updateTable('settlement_rates')
    .set({ deleted: 0 })
    .where('id', '=', id)
    .where('deleted', '=', 0)
    .returning([...audited, 'entered_by'])
    .executeTakeFirst()

const enteredBy = ({ accountId, username }: Staff['caller']) => ({
  entered_by: accountId,
  entered_name: username,
})

const pendingOf = (row: { pending_rate: bigint | null }): 0 | 1 => (row.pending_rate === null ? 0 : 1)

async function note(
  tx: Tx,
  actor: Staff['caller'],
  action: string,
  id: number,
  change: { before?: object; after?: object },
): Promise<void> {
  await audit(tx, { actor, action, entity: 'settlementRate', entityId: String(id), ...change })
  await announce(tx, { type: 'rate' })
}

async function refusingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isViolation(error, 'settlement_rates_day')) return refuse('settlementRates.dayTaken', {}, 'date')
    throw error
  }
}

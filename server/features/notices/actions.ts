import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { lettersIn, type notices } from '../../../contract/notices.ts'
import { audit } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { clean, plainOf, showsNothing } from './clean.ts'
import { wordsAllowed } from './queries.ts'

type Staff = Ctx<'rule'>
type Written = Omit<ParamsOf<typeof notices.add>, 'audience'>

const audited = ['title', 'content', 'status', 'audience', 'start_time', 'end_time', 'push_time'] as const

/** Adds a visible notice and answers its id. Refuses what shows nothing, is too long, or has no time to be seen in. */
export async function addNotice(ctx: Staff, params: ParamsOf<typeof notices.add>): Promise<number> {
  const written = await judge(ctx, params)
  return ctx.db.transaction().execute(async (tx) => {
    const { id, ...after } = await tx
      .insertInto('notices')
      .values({
        ...written,
        audience: params.audience ?? 'all',
        create_time: ctx.clock.now(),
        create_username: ctx.caller.username,
      })
      .returning(['id', ...audited])
      .executeTakeFirstOrThrow()
    await note(ctx, tx, 'notices.add', id, { after })
    return id
  })
}

/** Changes a notice; whether it is visible stays as it was. Refuses like adding, and an unknown one. */
export async function editNotice(ctx: Staff, params: ParamsOf<typeof notices.edit>): Promise<void> {
  const written = await judge(ctx, params)
  const { id, audience } = params
  await ctx.db.transaction().execute(async (tx) => {
    const before = await takeNotice(tx, id)
    if (!before) return refuse('notices.notFound', {}, 'id')
    const after = await tx
      .updateTable('notices')
      .set({ ...written, ...(audience ? { audience } : {}) })
      .where('id', '=', id)
      .returning([...audited])
      .executeTakeFirstOrThrow()
    await note(ctx, tx, 'notices.edit', id, { before, after })
  })
}

/** Deletes a notice; what it said stays in the history. Refuses an unknown one. */
export async function deleteNotice(ctx: Staff, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await tx
      .deleteFrom('notices')
      .where('id', '=', id)
      .returning([...audited])
      .executeTakeFirst()
    if (!before) return refuse('notices.notFound', {}, 'id')
    await note(ctx, tx, 'notices.del', id, { before })
  })
}

/** Shows or hides a notice. Refuses an unknown one. */
export async function switchNotice(
  ctx: Staff,
  { id, newStatus }: ParamsOf<typeof notices.status>,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await takeNotice(tx, id)
    if (!before) return refuse('notices.notFound', {}, 'id')
    await tx.updateTable('notices').set({ status: newStatus }).where('id', '=', id).execute()
    const after = { ...before, status: newStatus }
    await note(ctx, tx, 'notices.status', id, { before, after })
  })
}

/** What is kept of what was written: cleaned, counted, its times cut in the region's zone. */
async function judge({ db, clock }: Staff, { title, content: sent, ...times }: Written) {
  const content = clean(sent)
  const plain = plainOf(content)
  if (showsNothing(content)) refuse('notices.contentEmpty', {}, 'content')
  const max = await wordsAllowed(db)
  if (lettersIn(plain) > max) refuse('notices.tooManyWords', { max }, 'content')
  const start_time = clock.parse(times.start_time)
  const end_time = clock.parse(times.end_time, 'end')
  const push_time = clock.parse(times.push_time)
  if (end_time <= start_time) refuse('notices.endBeforeStart', {}, 'end_time')
  if (push_time >= end_time) refuse('notices.pushAfterEnd', {}, 'push_time')
  return { title, content, plain, start_time, end_time, push_time }
}

/** Takes hold of a notice until the transaction ends and answers it; undefined where there is none. */
const takeNotice = (tx: Tx, id: number) =>
  tx
    .updateTable('notices')
    .set((eb) => ({ title: eb.ref('title') }))
    .where('id', '=', id)
    .returning([...audited])
    .executeTakeFirst()

async function note(
  { caller }: Staff,
  tx: Tx,
  action: string,
  id: number,
  change: { before?: object; after?: object },
): Promise<void> {
  await audit(tx, { actor: caller, action, entity: 'notice', entityId: String(id), ...change })
  await announce(tx, { type: 'notice' })
}

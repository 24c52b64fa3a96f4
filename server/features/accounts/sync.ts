import { sql } from 'kysely'
import * as z from 'zod'
import { features } from '../../../contract/index.ts'
import { type Endpoint, type ParamsOf } from '../../../contract/kit/endpoint.ts'
import { type Kind, kind } from '../../../contract/kit/kinds.ts'
import { say } from '../../../contract/messages.ts'
import type { Scope } from '../../kit/caller.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import type { Command } from '../link/index.ts'
import { startTask, type TaskContext, type TaskResult, type TaskRunner } from '../tasks/index.ts'
import { apiPointsOn } from './api-points.ts'
import { isBelowViewer } from './scope.ts'
import { accountsAt, platformsToTell, type Told, tellPlatforms, waitForPlatforms } from './tell-platforms.ts'

const { accounts } = features
type Target = ParamsOf<typeof accounts.channelRemarkRsync>

/** A platform that has not taken its commands after so long counts as failed in the task; delivery goes on. */
const patienceMs = 90_000

/** The live accounts of these names and kinds that the scope reaches; others are as if they did not exist. */
async function idsOf(
  scope: Scope,
  db: Db,
  usernames: readonly string[],
  kinds: readonly Kind[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from accounts a
    where lower(a.username) = any(${usernames.map((name) => name.toLowerCase())}::text[])
      and a.kind = any(${kinds}::smallint[]) and a.deleted = 0 and ${isBelowViewer(scope)}
    order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Starts the task that tells platforms something about accounts. */
export async function startSync(
  ctx: Ctx<'rule'>,
  endpoint: Endpoint,
  kinds: readonly Kind[],
  { usernames, cate_id, platform_id }: Target,
): Promise<{ taskId: string }> {
  const { caller, db, info } = ctx
  const ids = await idsOf(caller.scope, db, usernames, kinds)
  if (ids.length === 0) return refuse('kit.notFound', {}, 'usernames')
  const chosen = { cateIds: cate_id, platformIds: platform_id }
  if ((await platformsToTell(caller.scope, db, chosen)).length === 0)
    return refuse('accounts.syncNoPlatform', {}, 'platform_id')
  const taskId = await db.transaction().execute((tx) =>
    startTask(tx, {
      accountId: caller.accountId,
      kind: endpoint.id,
      title: endpoint.title[info.lang],
      language: info.lang,
      params: { usernames, kinds, ...chosen },
      tipType: 'showMsgBox',
    }),
  )
  return { taskId }
}

const Params = z.object({
  usernames: z.array(z.string()),
  kinds: z.array(z.union([z.literal(1), z.literal(3), z.literal(4), z.literal(9)])),
  cateIds: z.array(z.int()).optional(),
  platformIds: z.array(z.int()).optional(),
})

/** What is said about an account: the command's name and data. */
type Say = (
  db: Db,
  account: Told,
  day: string,
) => Promise<{ name: Command['name']; data: Record<string, unknown> }>

/**
 * Tells each platform about each account, one command each under a key made of the task: a second run after an
 * interruption sends nothing twice. The tips count per platform what was done, skipped and failed.
 */
async function sync({ services, task, caller, progress }: TaskContext, tell: Say): Promise<TaskResult> {
  const { db, clock } = services
  const params = Params.parse(task.params)
  const ids = await idsOf(caller.scope, db, params.usernames, params.kinds)
  const platforms = await platformsToTell(caller.scope, db, params)
  const day = clock.dayOf(clock.now())
  const commands: Command[] = []
  for (const platform of platforms)
    for (const account of await accountsAt(db, platform.id, ids))
      commands.push({
        platformId: platform.id,
        key: `${task.kind}:${task.id}:${account.id}`,
        ...(await tell(db, account, day)),
      })
  await tellPlatforms(db, commands)
  const counts = await waitForPlatforms(db, commands, {
    patienceMs,
    onLook: (done) =>
      progress(
        say('accounts.syncProgress', task.language, { title: task.title, done, all: commands.length }),
        done,
      ),
  })
  const lines = platforms.map(({ id, name }) => {
    const { done = 0, skipped = 0, failed = 0, waiting = 0 } = counts.get(id) ?? {}
    const missing = params.usernames.length - ids.length
    return say('accounts.syncPlatform', task.language, {
      platform: name,
      done,
      skipped: skipped + missing,
      failed: failed + waiting,
    })
  })
  if (lines.length === 0) lines.push(say('accounts.syncNoPlatform', task.language))
  return { tips: [task.title, ...lines].join('\n'), rows: commands.length }
}

const tellRemark: Say = async (_, { username, proxy_id: roleId, remark }) => ({
  name: 'account.remark',
  data: { username, roleId, remark },
})
const tellApiPoints: Say = async (db, { id, username, proxy_id: roleId }, day) => ({
  name: 'account.apiPoints',
  data: {
    username,
    roleId,
    points: (await apiPointsOn(db, id, day)).map(({ api_id, point }) => ({ apiId: api_id, point })),
  },
})

const runner = (endpoint: Endpoint, tell: Say): TaskRunner => ({
  kind: endpoint.id,
  endpoint,
  run: (context) => sync(context, tell),
})

/** The work behind the sync calls. */
export const accountTaskRunners: readonly TaskRunner[] = [
  runner(accounts.channelRemarkRsync, tellRemark),
  runner(accounts.subChannelRemarkRsync, tellRemark),
  runner(accounts.salesmanRemarkRsync, tellRemark),
  runner(accounts.rsyncGameApiPoint, tellApiPoints),
]

/** Kinds whose accounts have API points. */
export const apiPointKinds = [kind.channel, kind.subChannel, kind.salesman] as const

import { randomUUID } from 'node:crypto'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { channelStatus } from '../../../contract/payways.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { enqueueCommands, linkTrouble } from '../link/index.ts'
import { startTask } from '../tasks/index.ts'
import { type DeliveryParams, deliveryKey, waitForOutcomes } from './delivery.ts'
import { oneDecisionAtATime, skippedWhy, type Target, targetsOf } from './targets.ts'

type Calls = typeof features.payways
type Params = ParamsOf<Calls['paywayStatus']>
type Result = ResultOf<Calls['paywayStatus']>
type Staff = Pick<Ctx<'rule'>, 'db' | 'caller' | 'clock' | 'info' | 'say'>

export const switchKind = 'payways.paywayStatus'
/** How long somebody who switches one channel waits for the platform's answer. */
const answerMs = 8_000
/** Rows of one insert. */
const chunk = 1000

/** Switches channels: one channel of one platform with the answer at once, anything more as a task. */
export function switchChannels(ctx: Staff, params: Params): Promise<Result> {
  const { event, platform_id: platforms = [], cate_id, ChannelCode } = params
  const [platformId, ...others] = platforms
  const one = platformId !== undefined && others.length + ChannelCode.length === 1 && !cate_id
  return one && event === undefined ? switchOne(ctx, params, platformId) : switchMany(ctx, params)
}

/**
 * Decides, queues the commands and starts the task that reports, all in one transaction. Refuses where no platform can
 * be told or none has the channels.
 */
async function switchMany({ db, caller, info, say }: Staff, params: Params): Promise<Result> {
  const { ChannelCode: codes, ChannelStatus } = params
  const on = ChannelStatus === channelStatus.open
  const taskId = await db.transaction().execute(async (tx) => {
    await oneDecisionAtATime(tx)
    const { told, skipped } = await chosen(tx, params)
    const title = say(on ? 'payways.titleOn' : 'payways.titleOff', { channels: namesOf(codes, told) })
    const id = await startTask(tx, {
      accountId: caller.accountId,
      kind: switchKind,
      title,
      language: info.lang,
      params: { platforms: told.map(({ id: platform, name }) => ({ id: platform, name })), skipped },
      tipType: 'showMsgBox',
    })
    const key = deliveryKey(switchKind, id)
    await decide(tx, caller, told, { key, codes, on })
    return id
  })
  return { taskId, state: 'task' }
}

/** Platforms that are told, and those passed over with the reason. */
async function chosen(tx: Db, params: Params): Promise<{ told: Target[] } & Pick<DeliveryParams, 'skipped'>> {
  const targets = await targetsOf(tx, params, params.ChannelCode)
  const told = targets.filter((target) => skippedWhy(target) === '')
  if (told.length > 0) {
    const skipped = targets.flatMap((target) => {
      const why = skippedWhy(target)
      return why === '' ? [] : [{ id: target.id, name: target.name, why }]
    })
    return { told, skipped }
  }
  return targets.some(({ linked }) => linked)
    ? refuse('payways.noChannel', {}, 'ChannelCode')
    : refuse('payways.noPlatform', {}, 'platform_id')
}

/** Channels as people call them, as many as a title has room for. */
function namesOf(codes: readonly string[], targets: readonly Target[]): string {
  const names = new Map(targets.flatMap(({ channels }) => channels.map(({ code, name }) => [code, name])))
  const shown = codes.slice(0, 5).map((code) => names.get(code) ?? code)
  return shown.join(', ') + (codes.length > shown.length ? ` +${codes.length - shown.length}` : '')
}

interface Decision {
  key: string
  codes: readonly string[]
  on: boolean
}

/** Queues one command for each platform and writes down what it was before. */
async function decide(
  tx: Db,
  actor: Staff['caller'],
  targets: readonly Target[],
  { key, codes, on }: Decision,
): Promise<void> {
  const status = on ? 1 : 0
  for (let from = 0; from < targets.length; from += chunk) {
    const some = targets.slice(from, from + chunk)
    await enqueueCommands(
      tx,
      some.map(({ id: platformId, known, channels }) => ({
        platformId,
        key,
        name: 'depositChannels.switch' as const,
        data: { codes: known ? channels.map(({ code }) => code) : codes, on },
      })),
    )
    await audit(
      tx,
      some.map(({ id, known, channels }) => ({
        actor,
        action: switchKind,
        entity: 'payways',
        entityId: String(id),
        platformId: id,
        before: Object.fromEntries(channels.map(({ code, is_on }) => [code, is_on])),
        after: Object.fromEntries(
          (known ? channels.map(({ code }) => code) : codes).map((code) => [code, status]),
        ),
      })),
    )
  }
}

/** Switches one channel of one platform and waits a little for its answer; what it refuses is refused here too. */
async function switchOne(
  { db, caller }: Staff,
  { ChannelCode: codes, ChannelStatus }: Params,
  platformId: number,
): Promise<Result> {
  const on = ChannelStatus === channelStatus.open
  const key = deliveryKey(switchKind, randomUUID())
  const platform = await db.transaction().execute(async (tx) => {
    await oneDecisionAtATime(tx)
    const [target] = await targetsOf(tx, { platform_id: [platformId] }, codes)
    if (!target?.linked) return refuse('payways.noPlatform', {}, 'platform_id')
    if (target.channels.length === 0) refuse('payways.unknownChannel', { code: codes[0] }, 'ChannelCode')
    await decide(tx, caller, [target], { key, codes, on })
    return target.name
  })
  const outcomes = await waitForOutcomes(db, [platformId], key, { patienceMs: answerMs })
  const { state, reason } = outcomes.get(platformId) ?? { state: 'waiting', reason: '' }
  if (state === 'refused') return refuse('payways.refused', { platform, reason })
  return { taskId: '', state: state === 'done' ? 'done' : 'waiting' }
}

/** What a switch of these channels would touch, platform by platform; changes nothing. */
export async function previewSwitch(
  { db, clock }: Pick<Staff, 'db' | 'clock'>,
  { ChannelCode: codes, ...wanted }: ParamsOf<Calls['paywaySwitchPreview']>,
): Promise<ResultOf<Calls['paywaySwitchPreview']>> {
  const targets = await targetsOf(db, wanted, codes)
  const told = targets.filter((target) => skippedWhy(target) === '')
  const channels = told.flatMap((target) => target.channels)
  const open = channels.filter(({ is_on }) => is_on === 1)
  return {
    list: targets.map((target) => ({
      id: target.id,
      name: target.name,
      linkTrouble: target.linked ? linkTrouble(target, clock.now()) : '',
      skipped: skippedWhy(target),
      channels: target.channels.map(({ code, name, is_on, order_open }) => ({
        ChannelCode: code,
        ChannelName: name,
        Status: is_on,
        orderOpen: order_open,
      })),
    })),
    platforms: told.length,
    channels: channels.length,
    open: open.length,
    orderOpen: channels.reduce((sum, { order_open }) => sum + order_open, 0),
  }
}

import type { features } from '../../../contract/index.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import * as act from './actions.ts'
import { ExportParams, exportKind, type StartTask } from './export.ts'
import { orderFilter } from './order-filter.ts'
import * as players from './player-actions.ts'
import * as query from './queries.ts'
import { waitingCounts } from './waiting-counts.ts'

const exportWords = new Set(['export', 'asyncexport'])

/** Answers the calls of withdrawal review. An export becomes a task. */
export const withdrawalHandlers = ({
  startTask,
}: {
  startTask: StartTask
}): Handlers<typeof features.withdrawals, 'counts'> => ({
  async list(ctx, params) {
    const { db, clock, caller, info } = ctx
    const { event, ...filter } = params
    if (!event || !exportWords.has(event.toLowerCase())) return query.listOrders(db, clock, info.lang, params)
    // What the list would refuse is refused now, not by a task that fails later.
    orderFilter(params, clock)
    const configs = await query.orderConfigs(db, params.platformId, info.lang)
    const taskId = await startTask(db, {
      accountId: caller.accountId,
      kind: exportKind,
      title: ctx.say('withdrawals.exportTitle'),
      language: info.lang,
      params: ExportParams.parse(filter),
    })
    return { list: [], count: 0, configs, taskId }
  },
  counts: waitingCounts(),
  payoutChannels: ({ db }, params) => query.listPayoutChannels(db, params),
  checkers: ({ db }, params) => query.listCheckers(db, params),
  payWays: ({ db }, params) => query.listPayWays(db, params),
  lock: act.lockOrders,
  hold: act.holdOrders,
  check: act.checkOrders,
  submit: act.submitOrders,
  refuse: async (ctx, params) => act.refuseOrders(ctx, params),
  confiscate: act.confiscateOrders,
  unlock: act.unlockOrders,
  turnoverDuty: players.setTurnoverDuty,
  remark: players.setPlayerRemark,
  mail: players.mailPlayer,
  autoPayoutAdd: players.flagForAutoPayout,
  autoPayoutDel: players.unflagForAutoPayout,
  autoPayoutList: ({ db }, params) => query.listAutoPayoutPlayers(db, params),
  payNotifyLog: ({ db, clock }, params) => query.listPayNotifications(db, clock, params),
})

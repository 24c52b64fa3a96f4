import { startTask } from '../features/tasks/index.ts'
import { newFile } from '../features/tasks/files.ts'
import { once } from './once.ts'

/** A finished export of finance's, its file still to be had. */
export const theTask = once(async (w) => {
  const { db, clock } = w.t.services
  const { id: accountId } = await w.t.as('finance')
  const id = await db
    .transaction()
    .execute((tx) =>
      startTask(tx, { accountId, kind: 'never-run', title: '提现订单', language: 'zh-cn', params: {} }),
    )
  const { stored } = await newFile(w.home)
  await db
    .updateTable('tasks')
    .set({
      status: 'completed',
      tips: '导出完成',
      tip_type: 'showDownloadMsg',
      file: stored,
      file_name: 'data-export.xlsx',
      finished_at: clock.now(),
    })
    .where('id', '=', BigInt(id))
    .execute()
  return id
})

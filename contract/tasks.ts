import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'

/** Life of a task; the client drops it at `completed` and `error`. */
export const taskStatuses = ['queued', 'running', 'completed', 'error'] as const
export const tipTypes = ['showMsgBox', 'toast', 'showDownloadMsg'] as const

export const TaskProgress = z.object({
  status: z.enum(taskStatuses),
  tipType: z.enum(tipTypes),
  /** Plain text; line breaks count. */
  tips: z.string(),
  download_link: z.string(),
})

/** Where a finished export is fetched: a plain address that carries its own proof, so it needs no token. */
export const downloadPath = '/adminapi/serves/download/'

export const tasks = {
  progress: endpoint({
    id: 'tasks.progress',
    method: 'POST',
    path: '/adminapi/serves/getMultiTaskProcess',
    title: text('任务进度', 'Progress of tasks'),
    access: 'session',
    params: z.object({ taskIds: p.list(p.text({ max: 40 })) }),
    result: z.record(z.string(), TaskProgress),
  }),
}

export const taskMessages = {
  'tasks.unknown': text('任务不存在或已过期', 'This task does not exist or has expired'),
  'tasks.exportReady': text('导出完成：{title}，共 {rows} 行', 'Export ready: {title}, {rows} rows'),
  'tasks.exportRunning': text(
    '正在导出：{title}，已写入 {rows} 行',
    'Exporting: {title}, {rows} rows written',
  ),
  'tasks.queued': text('已提交：{title}', 'Submitted: {title}'),
  'tasks.failed': text('任务失败：{title}（{reason}）', 'Task failed: {title} ({reason})'),
  'tasks.interrupted': text('任务被中断，请重新提交', 'The task was interrupted, please submit it again'),
  /** Name of the sheet in every export, whatever it lists: kept from the tool that people know. */
  'tasks.sheetName': text('人员列表', 'personnel list'),
  'tasks.aboutSheet': text('导出说明', 'About this export'),
  'tasks.aboutTitle': text('内容', 'Content'),
  'tasks.aboutRequester': text('导出人', 'Requested by'),
  'tasks.aboutTime': text('导出时间', 'Time'),
  'tasks.aboutZone': text('时区', 'Time zone'),
  'tasks.aboutRows': text('行数', 'Rows'),
} as const

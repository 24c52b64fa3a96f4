import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { done, listOf, moment } from './kit/results.ts'
import { count } from './kit/units.ts'

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

export const OwnTask = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(taskStatuses),
  tips: z.string(),
  /** Rows written so far, or in all. */
  rows: count(),
  create_time: moment(),
  finish_time: moment(),
  /** '' where there is nothing to fetch, or no longer. */
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
  /** Addition: one's own tasks of the last 7 days. */
  own: endpoint({
    id: 'tasks.own',
    method: 'GET',
    path: '/adminapi/serves/tasks',
    title: text('我的任务', 'My tasks'),
    access: 'session',
    params: z.object({ ...p.paging(), status: p.list(p.oneOf(taskStatuses)).optional() }),
    result: listOf(OwnTask),
  }),
  /** Addition: begins a failed task of one's own anew. */
  retry: endpoint({
    id: 'tasks.retry',
    method: 'POST',
    path: '/adminapi/serves/taskRetry',
    title: text('重试任务', 'Try a task again'),
    access: 'session',
    writes: true,
    params: z.object({ id: p.text({ max: 18, pattern: /^[1-9]\d*$/ }) }),
    result: done(),
  }),
}

export const taskMessages = {
  'tasks.unknown': text('任务不存在或已过期', 'This task does not exist or has expired'),
  'tasks.notFailed': text(
    '该任务没有失败，无需重试',
    'This task has not failed, there is nothing to try again',
  ),
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

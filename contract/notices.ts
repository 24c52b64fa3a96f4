import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { kind } from './kit/kinds.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { done, listOf, listWith, moment, onOff } from './kit/results.ts'

/** Who a notice is for; default everybody. */
export const audiences = ['all', 'staff', 'channel'] as const

/** Characters a notice's text may have unless the setting says otherwise; 0 stands for the most there can be. */
export const usualWords = 500
const mostWords = 10_000
export const wordLimit = (setting: number): number => (setting === 0 ? mostWords : setting)

const segmenter = new Intl.Segmenter()

/** How many characters people would count in a notice's text; breaks are none. */
export const lettersIn = (plain: string): number =>
  Array.from(segmenter.segment(plain.replace(/[\r\n]+/g, '').trim())).length

/** What a notice's markup may hold; everything else falls out on saving and once more before it is shown. */
export const noticeTags = [
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'h1',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'pre',
  'hr',
  'a',
  'img',
] as const
/** Text may be aligned, by this style and no other. */
export const alignments = ['left', 'center', 'right', 'justify'] as const

export const Notice = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  status: onOff(),
  start_time: moment(),
  end_time: moment(),
  push_time: moment(),
  create_time: moment(),
  /** Addition. */
  audience: z.enum(audiences),
  /** Addition: what becomes of it at this moment. */
  shown: z.enum(['hidden', 'waiting', 'shown', 'over']),
})

export const ReadNotice = z.object({
  /** Addition. */
  id: z.int(),
  push_time: moment(),
  title: z.string(),
  /** Cleaned HTML. */
  content: z.string(),
})

const form = {
  title: p.text({ max: 100 }),
  /** HTML of the editor. */
  content: p.text({ max: 100_000 }),
  start_time: p.moment(),
  end_time: p.moment(),
  push_time: p.moment(),
  /** Addition: who it is for. Absent on adding means everybody, on editing as it was. */
  audience: p.oneOf(audiences).optional(),
}
const id = () => p.int({ min: 1 })

export const notices = {
  list: endpoint({
    id: 'notices.list',
    method: 'GET',
    path: '/adminapi/system/sysMsgList',
    title: text('系统公告', 'Notices'),
    kinds: [kind.staff],
    params: z.object({
      ...p.paging(),
      title: p.text().optional(),
      content: p.text().optional(),
      status: p.oneOf([0, 1]).optional(),
    }),
    result: listWith(Notice, z.object({ wordLimit: z.int() })),
  }),
  add: endpoint({
    id: 'notices.add',
    method: 'POST',
    path: '/adminapi/system/sysMsgAdd',
    title: text('新增公告', 'Add a notice'),
    kinds: [kind.staff],
    writes: true,
    params: z.object(form),
    result: z.object({ id: z.int() }),
  }),
  edit: endpoint({
    id: 'notices.edit',
    method: 'POST',
    path: '/adminapi/system/sysMsgEdit',
    title: text('编辑公告', 'Edit a notice'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: id(), ...form }),
    result: done(),
  }),
  del: endpoint({
    id: 'notices.del',
    method: 'GET',
    path: '/adminapi/system/sysMsgDel',
    title: text('删除公告', 'Delete a notice'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: id() }),
    result: done(),
  }),
  status: endpoint({
    id: 'notices.status',
    method: 'GET',
    path: '/adminapi/system/sysMsgStatus',
    title: text('显示或隐藏公告', 'Show or hide a notice'),
    kinds: [kind.staff],
    writes: true,
    params: z.object({ id: id(), newStatus: p.oneOf([0, 1]) }),
    result: done(),
  }),
  /** What the caller may read now: for everybody, and what is for people of the caller's side. */
  forUser: endpoint({
    id: 'notices.forUser',
    method: 'GET',
    path: '/adminapi/userSysMsgList',
    title: text('首页公告', 'Notices for the home page'),
    access: 'session',
    params: z.object({ ...p.paging(), title: p.text().optional() }),
    result: listOf(ReadNotice),
  }),
  /** The same as the channel side reads it, whoever asks. */
  forChannel: endpoint({
    id: 'notices.forChannel',
    method: 'GET',
    path: '/adminapi/system/channelSysMsgList',
    title: text('渠道首页公告', 'Notices for the channel home page'),
    access: 'session',
    params: z.object({ ...p.paging({ limit: 10 }), title: p.text().optional() }),
    result: listOf(ReadNotice),
  }),
}

export const noticeMessages = {
  'notices.notFound': text('公告不存在', 'No such notice'),
  'notices.endBeforeStart': text('结束时间必须晚于开始时间', 'The end time must be after the start time'),
  'notices.pushAfterEnd': text('推送时间必须早于结束时间', 'The push time must be before the end time'),
  'notices.contentEmpty': text('请填写公告内容', 'Please write the notice'),
  'notices.tooManyWords': text('公告内容不能超过{max}字', 'A notice may have at most {max} characters'),
} as const

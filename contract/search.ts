import * as z from 'zod'
import { accounts } from './accounts.ts'
import { endpoint } from './kit/endpoint.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'
import { platforms } from './platforms.ts'
import { tasks } from './tasks.ts'

/** What a search of the whole product finds. */
export const hitKinds = ['order', 'player', 'account', 'platform', 'task'] as const
export type HitKind = (typeof hitKinds)[number]

export const SearchHit = z.object({
  kind: z.enum(hitKinds),
  /** Order number, player's number, account name, platform's name, task's title: what it is known by. */
  title: z.string(),
  /** What else tells it from its like, in the caller's language. */
  note: z.string(),
  /** Address of the page that shows it; the caller may open that page. */
  path: z.string(),
})
export type SearchHit = z.output<typeof SearchHit>

/** Fewer characters than this would find anything. */
export const leastSearch = 2
/** Most hits of each kind in an answer. */
export const hitsOfKind = 6

export const search = {
  /** Addition: finds by the beginning of a number or name what the caller's own pages would show. */
  find: endpoint({
    id: 'search.find',
    method: 'GET',
    path: '/adminapi/serves/search',
    title: text('全局搜索', 'Search everything'),
    access: 'session',
    params: z.object({ q: p.text({ max: 64 }) }),
    result: z.object({ list: z.array(SearchHit) }),
  }),
}

export const searchMessages = {
  'search.short': text('请至少输入 {least} 个字符', 'Please enter at least {least} characters'),
} as const

const address = (path: string, values: Readonly<Record<string, string | number>>): string =>
  `${path}?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`

/** Parts of the live list's address that open a platform's review, and look for an order or a player in it. */
export const reviewNames = { platform: 'review', order: 'reviewOrder', player: 'reviewPlayer' } as const

/** Where things are shown. */
export const pageOf = {
  review: (platformId: number) => address(platforms.liveList.path, { [reviewNames.platform]: platformId }),
  order: (platformId: number, orderNo: string) =>
    address(platforms.liveList.path, { [reviewNames.platform]: platformId, [reviewNames.order]: orderNo }),
  player: (platformId: number, roleId: string) =>
    address(platforms.liveList.path, { [reviewNames.platform]: platformId, [reviewNames.player]: roleId }),
  platform: (path: string, id: number, status?: number) =>
    address(path, { platform_id: id, ...(status === undefined ? {} : { platform_status: status }) }),
  /** Lists of the channel side show the first level unless told otherwise. */
  account: (path: string, username: string) =>
    address(path, {
      username,
      ...(path === accounts.users.path || path === accounts.channels.path ? {} : { accountLevel: 0 }),
    }),
  task: () => tasks.own.path,
}

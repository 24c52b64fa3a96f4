import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Language } from '../../../contract/kit/language.ts'
import { platformStatusTexts, platforms } from '../../../contract/platforms.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { type HitKind, hitsOfKind, leastSearch, pageOf, type SearchHit } from '../../../contract/search.ts'
import { type OrderStatus, orderStatusTexts } from '../../../contract/withdrawals-states.ts'
import type { Ctx, Handlers } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { findAccounts } from '../accounts/index.ts'
import { findPlatforms } from '../platforms/index.ts'
import { findTasks } from '../tasks/index.ts'
import { findOrders, findPlayers } from '../withdrawals/index.ts'

type Search = typeof features.search
type Session = Ctx<'session'>

const note = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ')

const kindName = (kind: number, language: Language): string => {
  if (kind === 1) return ''
  return Object.values(seedRoles).find(({ type }) => type === kind)?.title[language] ?? ''
}

/** How each kind of thing is found: by the rules and the scope of the page that shows it, which only its feature knows. */
const finders: Readonly<Record<HitKind, (ctx: Session, text: string) => Promise<Omit<SearchHit, 'kind'>[]>>> =
  {
    order: async ({ caller, db, clock, info }, text) =>
      (await findOrders(caller, db, text, hitsOfKind)).map((order) => ({
        title: order.order_no,
        note: note(
          order.platform,
          orderStatusTexts[order.status as OrderStatus][info.lang],
          clock.format(order.requested_at),
        ),
        path: pageOf.order(order.platform_id, order.order_no),
      })),
    player: async ({ caller, db }, text) =>
      (await findPlayers(caller, db, text, hitsOfKind)).map((player) => ({
        title: player.role_id,
        note: note(player.platform, player.username, player.remark),
        path: pageOf.player(player.platform_id, player.role_id),
      })),
    account: async ({ caller, db, info }, text) =>
      (await findAccounts(caller, db, text, hitsOfKind)).map((account) => ({
        title: account.username,
        note: note(kindName(account.kind, info.lang), account.role_id, account.remark),
        path: pageOf.account(account.list.path, account.username),
      })),
    platform: async ({ caller, db, info }, text) =>
      (await findPlatforms(caller, db, text, hitsOfKind)).map((platform) => ({
        title: platform.name,
        note: note(
          platform.category,
          platform.remark,
          platformStatusTexts[platform.status as keyof typeof platformStatusTexts][info.lang],
        ),
        // Only the live list of staff leaves out platforms by their status.
        path: pageOf.platform(
          platform.page.path,
          platform.id,
          platform.page === platforms.liveList ? platform.status : undefined,
        ),
      })),
    task: async ({ caller, db, clock }, text) =>
      (await findTasks(caller, db, clock, text, hitsOfKind)).map((task) => ({
        title: task.title,
        note: note(`#${task.id}`, clock.format(task.created_at)),
        path: pageOf.task(),
      })),
  }

/**
 * Orders, players, accounts, platforms and own tasks that begin so or hold the text, as far as the caller's own pages
 * would show them; what lies outside is not found, like what does not exist. Refuses fewer than two characters.
 */
async function find(ctx: Session, { q }: ParamsOf<Search['find']>): Promise<ResultOf<Search['find']>> {
  const text = q.trim()
  if (text.length < leastSearch) return refuse('search.short', { least: leastSearch }, 'q')
  const kinds = Object.keys(finders) as HitKind[]
  const found = await Promise.all(
    kinds.map(async (kind) => (await finders[kind](ctx, text)).map((hit) => ({ kind, ...hit }))),
  )
  return { list: found.flat() }
}

export const searchHandlers: Handlers<Search> = { find }

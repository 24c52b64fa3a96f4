import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../../contract/kit/kinds.ts'
import type { Scope } from '../../kit/caller.ts'

/** Rates of an account in force now, in tenths of a percent. */
export interface Points {
  game_passage_point: number
  game_withdraw_point: number
  game_dividend_point: number
}

interface Standing extends Points {
  distance: number
  kind: Kind
  username: string
  remark: string
  proxy_id: string
}

/** Whose a row is: its platform, and its account with everybody above it that the scope reaches, nearest first. */
export interface About {
  cate_id: number
  name: string
  remark: string
  channel_url: string
  chain: Standing[]
}

/** The column `about` of rows that have a platform and an account: names are read with the rows, not after them. */
export function aboutOf(scope: Scope, row: string): RawBuilder<About> {
  const visible = scope.everything
    ? sql``
    : sql`join account_tree seen on seen.account_id = t.ancestor_id and seen.ancestor_id = ${scope.accountId}`
  const [platformId, accountId] = [sql.ref(`${row}.platform_id`), sql.ref(`${row}.account_id`)]
  return sql`(
    select json_build_object('cate_id', p.cate_id, 'name', p.name, 'remark', p.remark, 'channel_url', p.channel_url,
      'chain', coalesce((
        select json_agg(json_build_object('distance', t.distance, 'kind', a.kind, 'username', a.username,
          'remark', a.remark, 'proxy_id', coalesce(l.proxy_id, a.role_id), 'game_passage_point', a.game_passage_point,
          'game_withdraw_point', a.game_withdraw_point, 'game_dividend_point', a.game_dividend_point)
          order by t.distance)
        from account_tree t ${visible} join accounts a on a.id = t.ancestor_id
          left join account_links l on l.platform_id = ${platformId} and l.account_id = a.id
        where t.account_id = ${accountId}), '[]'))
    from platforms p where p.id = ${platformId}) as about`
}

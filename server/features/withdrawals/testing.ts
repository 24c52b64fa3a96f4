import { sql } from 'kysely'
import { pino } from 'pino'
import type { Language } from '../../../contract/kit/language.ts'
import { say } from '../../../contract/messages.ts'
import { clockOf } from '../../kit/clock.ts'
import { connect, type Db } from '../../kit/db/connect.ts'
import { testDatabase } from '../../kit/db/test-database.ts'
import type { Acting } from './actions.ts'

/** A database of one's own with people who review, for tests of actions without HTTP. */
export async function reviewRoom({ poolSize = 20 }: { poolSize?: number } = {}) {
  const database = await testDatabase()
  const { db, close } = connect(database.connection, { max: poolSize })
  const clock = clockOf('America/Sao_Paulo')
  const log = pino({ level: 'silent' })
  const as = (username: string, rules: readonly string[] = [], lang: Language = 'en-us'): Acting => ({
    db,
    log,
    caller: {
      accountId: 1,
      username,
      kind: 1,
      roleId: 2,
      roleTitle: 'Finance',
      proxyId: '',
      sessionId: '',
      ruleIds: [],
      rules: new Set(rules.map((rule) => rule.toLowerCase())),
      scope: { everything: true },
    },
    info: { lang, address: '127.0.0.1', userAgent: 'test', requestId: 'test' },
    say: (code, values) => say(code, lang, values),
  })
  const orderOf = (platformId: number, orderNo: string) =>
    db
      .selectFrom('withdrawal_orders')
      .selectAll()
      .where('platform_id', '=', platformId)
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow()
  const end = async () => {
    await close()
    await database.drop()
  }
  return { db, clock, log, as, orderOf, end }
}

/** Where the counters differ from a recount of the orders; empty when all is well. */
export async function wrongCounters(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select 'counts' as of, * from (
      select platform_id, day, status, check_user, pay_way, sum(n)::int as off from (
        select platform_id, day, status, check_user, pay_way, n from withdrawal_counts
        union all select platform_id, day, status, check_user, pay_way, -1 from withdrawal_orders
      ) both_sides group by 1, 2, 3, 4, 5 having sum(n) <> 0
    ) c
    union all
    select 'totals', platform_id, null, status, null, null, sum(n)::int from (
      select platform_id, status, n from withdrawal_totals
      union all select platform_id, status, -1 from withdrawal_orders
    ) both_sides group by 2, 4 having sum(n) <> 0`.execute(db)
  return rows
}

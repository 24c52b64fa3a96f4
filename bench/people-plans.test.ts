import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Kind, kind } from '../contract/kit/kinds.ts'
import { listWithChains } from '../server/features/accounts/list.ts'
import { syncRolesAndRules } from '../server/features/roles/index.ts'
import type { Scope } from '../server/kit/caller.ts'
import { connect } from '../server/kit/db/connect.ts'
import type { Database } from '../server/kit/db/schema.ts'
import { type TestDatabase, testDatabase } from '../server/kit/db/test-database.ts'
import { populatePeople } from './people-population.ts'

let database: TestDatabase
let pool: pg.Pool
let db: Kysely<Database>
let asked: CompiledQuery[] = []

beforeAll(async () => {
  database = await testDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  await populatePeople(client, { accounts: 20_000 })
  await client.end()
  pool = connect(database.connection, { max: 1 }).pool
  db = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  await syncRolesAndRules(db)
}, 240_000)
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}
const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

/** How each statement of a list was carried out: the steps that touch people. */
async function steps(scope: Scope, kinds: readonly Kind[], more: object = {}): Promise<Plan[]> {
  asked = []
  await listWithChains(scope, db, { kinds, page: 1, limit: 20, deleted: 0, ...more })
  const all: Plan[] = []
  for (const { sql, parameters } of asked) {
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
    all.push(...stepsOf(rows[0]['QUERY PLAN'][0].Plan))
  }
  return all
}

const idOf = async (username: string) =>
  Number((await pool.query('select id from accounts where username = $1', [username])).rows[0].id)
const whole = (plans: readonly Plan[]) =>
  plans.filter(
    (plan) =>
      /Seq Scan|Recursive/.test(plan['Node Type']) &&
      (plan['Relation Name'] ?? 'account').startsWith('account'),
  )
const read = (plans: readonly Plan[]) =>
  plans
    .filter((plan) => plan['Relation Name'])
    .reduce((sum, plan) => sum + plan['Actual Rows'] * plan['Actual Loops'], 0)

const everyKind = [[kind.subChannel], [kind.salesman], [kind.channel, kind.salesman, kind.subChannel]]
const filters = [{ status: [1] }, { username: 'x43' }, { parentAccount: 'sub1x9' }]
test.each([
  // A tenth of everybody: what an account itself has to be asked for may be read as a whole, the tree never.
  ['channel1', []],
  ['channel7', filters],
  ['sub1x9', filters],
] as const)('the lists of %s go by index and without recursion', async (username, more) => {
  const scope = { everything: false, accountId: await idOf(username) } as const
  for (const kinds of everyKind)
    for (const filter of [{}, { accountLevel: 2 }, ...more])
      expect(whole(await steps(scope, kinds, filter)), JSON.stringify(filter)).toEqual([])
})

test('a small subtree is read alone, however many accounts there are', async () => {
  const scope = { everything: false, accountId: await idOf('sub3x9') } as const
  const { rows } = await pool.query('select count(*)::int as n from account_tree where ancestor_id = $1', [
    scope.accountId,
  ])
  const below: number = rows[0].n
  expect(below).toBeLessThan(200)
  expect(read(await steps(scope, [kind.salesman]))).toBeLessThan(600 + 10 * below)
})

test('a page of everybody comes from an index, and nobody’s chain is climbed row by row', async () => {
  const plans = await steps({ everything: true }, [kind.salesman], { accountLevel: 6 })
  expect(whole(plans)).toEqual([])
  expect(asked.map(({ sql }) => sql)).toHaveLength(2)
})

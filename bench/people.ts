import { features } from '../contract/index.ts'
import type { Endpoint } from '../contract/kit/endpoint.ts'
import { bumpPolicy } from '../server/features/roles/index.ts'
import { openSession } from '../server/features/sign-in/index.ts'
import { connect } from '../server/kit/db/connect.ts'
import type { Statement } from './floors.ts'
import { callText, type Lines, openLines } from './lines.ts'
import { runCase } from './measure.ts'
import type { Options } from './options.ts'
import { channelsFloor, proxiesFloor, usersFloor } from './people-floors.ts'
import { populatePeople } from './people-population.ts'
import { cannedFor, type Question, readCase } from './reads.ts'
import { floorHead, floorRow, machine } from './report.ts'
import { openStage, type Stage, startDatabaseServer } from './stage.ts'

const { accounts } = features
const size = 100_000

/** A list asked by the console, and what answers it in SQL. */
function question(
  stage: Pick<Stage, 'token'>,
  endpoint: Endpoint,
  name: string,
  filter: Readonly<Record<string, string | number>>,
  floor: Statement,
  values: readonly unknown[] = [],
): Question {
  const offset = 20 * (Number(filter['page'] ?? 1) - 1)
  return {
    name,
    request: callText(stage, endpoint.method, endpoint.path, { limit: 20, ...filter }),
    statement: { ...floor, name },
    values: [offset, ...values],
  }
}

const within = (column: string, place = '$2') => `lower(a.${column}) like '%' || lower(${place}) || '%'`
const agents = 'a.kind in (3, 4, 9)'

/** Lists of the whole group, as staff ask them. */
function ofStaff(stage: Stage): Question[] {
  const wanted = (where: string, name = 'list') => ({ name, from: 'accounts a', where })
  const live = (kind: number) => `a.kind = ${kind} and a.deleted = 0`
  const below = `${agents} and exists (select from account_tree t where t.account_id = a.id and t.distance > 0
    and t.ancestor_id = any(array(select p.id from accounts p where lower(p.username) like '%' || lower($2) || '%')))`
  const ask = (
    endpoint: Endpoint,
    name: string,
    filter: Readonly<Record<string, string | number>>,
    floor: Statement,
    ...values: unknown[]
  ) => question(stage, endpoint, name, filter, floor, values)
  return [
    ask(accounts.users, 'users', {}, usersFloor(wanted(live(1)))),
    ask(
      accounts.users,
      'users, part of a name',
      { username: 'ff77' },
      usersFloor(wanted(`${live(1)} and ${within('username')}`)),
      'ff77',
    ),
    ask(accounts.channels, 'channels', {}, channelsFloor(wanted(live(3)))),
    ask(
      accounts.channels,
      'channels of a team',
      { business: 'team 7' },
      channelsFloor(wanted(`${live(3)} and ${within('business')}`)),
      'team 7',
    ),
    ask(accounts.subChannels, 'sub-channels', { accountLevel: 0 }, proxiesFloor(wanted(live(9)))),
    ask(
      accounts.salesmans,
      'salesmen, page 1000',
      { accountLevel: 0, page: 1000 },
      proxiesFloor(wanted(live(4))),
    ),
    ask(
      accounts.salesmans,
      'salesmen of level 6',
      { accountLevel: 6 },
      proxiesFloor(wanted(`${live(4)} and a.level = 6`)),
    ),
    ask(accounts.agents, 'agents', {}, proxiesFloor(wanted(agents))),
    ask(
      accounts.agents,
      'agents, part of a name, few',
      { username: 'x4321' },
      proxiesFloor(wanted(`${agents} and ${within('username')}`)),
      'x4321',
    ),
    ask(
      accounts.agents,
      'agents, part of a name, most',
      { username: 'sales' },
      proxiesFloor(wanted(`${agents} and ${within('username')}`)),
      'sales',
    ),
    ask(
      accounts.agents,
      'agents, part of a remark',
      { remark: 'remark 4321' },
      proxiesFloor(wanted(`${agents} and ${within('remark')}`)),
      'remark 4321',
    ),
    ask(
      accounts.agents,
      'agents, part of a superior’s name',
      { parentAccount: 'sub2x77' },
      proxiesFloor(wanted(below)),
      'sub2x77',
    ),
  ]
}

/** Lists of a tenth of everybody, as the channel above them asks. */
function ofChannel(stage: Stage, id: number): Question[] {
  const tree = `(select account_id as id, distance as level, kind, deleted from account_tree
    where ancestor_id = ${id} and distance > 0) a`
  const named = `(select m.account_id as id, m.distance as level, a.kind, a.deleted, a.username
    from account_tree m join accounts a on a.id = m.account_id where m.ancestor_id = ${id} and m.distance > 0) a`
  const wanted = (where: string, from = tree) => ({ name: 'list', from, where: `${where} and a.deleted = 0` })
  return [
    question(
      stage,
      accounts.subChannels,
      'channel: sub-channels',
      { accountLevel: 0 },
      proxiesFloor(wanted('a.kind = 9')),
    ),
    question(
      stage,
      accounts.salesmans,
      'channel: salesmen',
      { accountLevel: 0 },
      proxiesFloor(wanted('a.kind = 4')),
    ),
    question(
      stage,
      accounts.salesmans,
      'channel: salesmen of level 5',
      { accountLevel: 5 },
      proxiesFloor(wanted('a.kind = 4 and a.level = 5')),
    ),
    question(
      stage,
      accounts.salesmans,
      'channel: salesmen, part of a name',
      { accountLevel: 0, username: 'x43' },
      proxiesFloor(wanted(`a.kind = 4 and ${within('username')}`, named)),
      ['x43'],
    ),
  ]
}

async function besideFloors(stage: Stage, lines: Lines, options: Options, questions: readonly Question[]) {
  for (const asked of questions) {
    if (!asked.name.includes(options.only)) continue
    const canned = await cannedFor(stage, lines, asked)
    const urls = await openLines(stage, [canned.url], 1)
    const both: Lines = {
      ...lines,
      http: (url, worker) => (url === canned.url ? urls : lines).http(url, worker),
    }
    process.stdout.write(floorRow(await runCase(await readCase(stage, both, canned, 1, asked), options)))
    await urls.close()
    await canned.stop()
  }
}

/** The channel with a tenth of everybody below it, signed in and allowed to read all of its lists. */
async function signInChannel(stage: Stage): Promise<{ id: number; token: string }> {
  const { db, close } = connect({ connectionString: stage.databaseUrl }, { max: 1 })
  try {
    const { id } = await db
      .selectFrom('accounts')
      .select('id')
      .where('username', '=', 'channel1')
      .executeTakeFirstOrThrow()
    const info = { lang: 'en-us', address: '127.0.0.1', userAgent: 'bench', requestId: 'bench' } as const
    await bumpPolicy(db)
    return { id, token: (await openSession(db, id, true, info, new Date())).token }
  } finally {
    await close()
  }
}

/** Measures the lists of people with 100,000 accounts, eight levels deep, and prints a table. */
export async function measurePeople(options: Options): Promise<void> {
  const server = await startDatabaseServer()
  const ends: (() => Promise<void>)[] = [server.stop]
  try {
    const stage = await openStage(server, { orders: 1000, platforms: 200, days: 2 })
    ends.push(stage.close)
    await populatePeople(stage.client, { accounts: size })
    const lines = await openLines(stage, [stage.product.url], 1)
    ends.push(lines.close)
    const channel = await signInChannel(stage)
    process.stdout.write(`${await machine(stage.client)}\n\n${floorHead()}`)
    await besideFloors(stage, lines, options, ofStaff(stage))
    await besideFloors(
      { ...stage, token: channel.token },
      lines,
      options,
      ofChannel({ ...stage, token: channel.token }, channel.id),
    )
  } finally {
    for (const end of ends.toReversed()) await end().catch(() => {})
  }
}

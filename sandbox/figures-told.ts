import { dayOf, dayBefore, midnightBefore } from './days.ts'
import { emit } from './events.ts'
import { type Agent, type AgentFigures, accountDay, agentsOf, platformDay, setAgentDay } from './figures.ts'
import { platformsOf, type World } from './world.ts'

const minuteMs = 60_000
const wholeDay = 1440

/** Minutes of a day that are over by now: 0 before it, 1440 after it. */
export function minutesOver(world: World, day: string): number {
  const today = dayOf(world.now(), world.zone)
  if (day !== today) return day < today ? wholeDay : 0
  return Math.min(wholeDay, Math.floor((world.now() - midnightBefore(world.now(), world.zone)) / minuteMs))
}

/** Tells a day of a platform and of every agent, in the caller's transaction. */
function tellDay(world: World, platformId: number, agents: readonly Agent[], day: string): void {
  const minutes = minutesOver(world, day)
  for (const agent of agents)
    emit(world, platformId, 'accountDay', accountDay(world, platformId, agent, day, minutes))
  emit(world, platformId, 'platformDay', platformDay(world, platformId, day, minutes))
}

/** Tells today's figures of each platform whose turn it is, and yesterday's for the last time when a day is over. */
export function tellFigures(world: World): void {
  if (world.figuresEveryMs === 0) return
  const agents = agentsOf(world)
  if (agents.length === 0) return
  const now = world.now()
  const today = dayOf(now, world.zone)
  for (const { platform_id: platformId } of platformsOf(world)) {
    const told = world.store.one<{ at: number; day: string }>(
      'select at, day from figures_told where platform_id = ?',
      platformId,
    )
    if (told && told.at + world.figuresEveryMs > now) continue
    world.store.transaction(() => {
      // One not sent yet is replaced: only the newest matters.
      world.store.run(
        `delete from events where platform_id = ? and type in ('accountDay', 'platformDay')
          and json_extract(data, '$.day') = ?`,
        platformId,
        today,
      )
      if (told) {
        if (told.day < today) tellDay(world, platformId, agents, told.day)
      } else
        for (let back = world.historyDays; back > 0; back--)
          tellDay(world, platformId, agents, dayBefore(today, back))
      tellDay(world, platformId, agents, today)
      world.store.run('insert or replace into figures_told values (?, ?, ?)', platformId, now, today)
    })
  }
}

/** Takes over the agents as they stand now. */
export function setAgents(
  world: World,
  agents: readonly { username: string; roleId: string; weight: number }[],
): void {
  world.store.transaction(() => {
    world.store.run('delete from agents')
    for (const { username, roleId, weight } of agents)
      world.store.run(
        'insert into agents (username, role_id, weight) values (?, ?, ?)',
        username,
        roleId,
        weight,
      )
  })
}

/** Sets a day of an agent, as a platform does that finds out later what really happened, and tells it. */
export function restateDay(
  world: World,
  platformId: number,
  username: string,
  day: string,
  figures: Partial<AgentFigures>,
): object {
  const agent = agentsOf(world).find((known) => known.username === username)
  if (!agent) throw new Error('there is no such agent')
  const minutes = minutesOver(world, day)
  return world.store.transaction(() => {
    const told = setAgentDay(world, platformId, agent, day, minutes, figures)
    emit(world, platformId, 'accountDay', told)
    emit(world, platformId, 'platformDay', platformDay(world, platformId, day, minutes))
    return told
  })
}

/** Answers the query `days`: a day as it stands, agent by agent. */
export function daysAnswer(
  world: World,
  platformId: number,
  { day, after, limit, roleId }: { day: string; after: string; limit: number; roleId?: string | undefined },
): object {
  const minutes = minutesOver(world, day)
  const agents = agentsOf(world).filter(
    ({ username, role_id }) => username > after && (roleId === undefined || role_id === roleId),
  )
  const page = agents.slice(0, limit)
  const first = world.store.one<{ day: string }>(
    'select day from figures_told where platform_id = ?',
    platformId,
  )
  const known = first !== undefined && minutes > 0
  return {
    accounts: known ? page.map((agent) => accountDay(world, platformId, agent, day, minutes)) : [],
    platform:
      known && after === '' && roleId === undefined ? platformDay(world, platformId, day, minutes) : null,
    next: page.at(-1)?.username ?? after,
    more: agents.length > limit,
  }
}

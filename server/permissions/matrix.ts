import { allEndpoints, features } from '../../contract/index.ts'
import { codes } from '../../contract/kit/codes.ts'
import type { Endpoint } from '../../contract/kit/endpoint.ts'
import { kind } from '../../contract/kit/kinds.ts'
import { ask, askPlainly, type Relation, relationsOf } from './ask.ts'
import { type Thing, thingOf } from './ids.ts'
import { places, type Place, type Viewer, type World } from './world.ts'

/** Calls behind a session. Signing out would end the viewer's own. */
export const guarded: readonly Endpoint[] = allEndpoints.filter(
  (endpoint) => endpoint.access !== 'public' && endpoint !== (features.signIn.logout as Endpoint),
)

export interface IdQuestion {
  endpoint: Endpoint
  parameter: string
  thing: Exclude<Thing, 'nothing' | 'filter of staff' | 'shared'>
}

/** Every id that somebody could try of another's. */
export const idQuestions: readonly IdQuestion[] = guarded.flatMap((endpoint) =>
  Object.keys(endpoint.params.shape).flatMap((parameter) => {
    const thing = thingOf(endpoint, parameter)
    return thing === null ||
      thing === 'unlisted' ||
      thing === 'nothing' ||
      thing === 'filter of staff' ||
      thing === 'shared'
      ? []
      : [{ endpoint, parameter, thing }]
  }),
)

/** What an account of a kind is meant to reach. Everything else has to look as if it did not exist. */
export function meant(thing: IdQuestion['thing'], { name }: Pick<Viewer, 'name'>): readonly Relation[] {
  if (thing === 'own task' || thing === 'own session' || thing === 'role to give') return ['own']
  if (name === 'staff')
    return thing === 'platform shown' || thing === 'category shown'
      ? ['own', 'another’s']
      : [...places, 'own']
  if (thing === 'account to read') return ['below', 'self']
  // The creator is the parent; somebody of one's own is known, and refused as such.
  if (thing === 'parent account') return ['below', 'self']
  return relationsOf(thing).includes('own') ? ['own'] : ['below']
}

export interface Verdict {
  reached: readonly Relation[]
  /** What went otherwise than meant; empty when all is well. */
  wrong: readonly string[]
}

/** Asks one parameter in every relation; null where the kind may not call at all. */
export async function verdict(
  world: World,
  viewer: Viewer,
  { endpoint, parameter, thing }: IdQuestion,
): Promise<Verdict | null> {
  if (!endpoint.kinds.includes(viewer.kind)) return null
  const wrong: string[] = []
  const reached: Relation[] = []
  const expected = meant(thing, viewer)
  const missing = await ask(world, viewer, endpoint, parameter, ['missing'])
  if (!missing) return null
  const tell = (relation: string, what: string) =>
    wrong.push(`${endpoint.id} ${parameter} of ${relation}, asked by ${viewer.name}: ${what}`)
  const isList =
    endpoint.params.shape[parameter]?.meta()?.['maxItems'] !== undefined || takesList(endpoint, parameter)
  for (const relation of viewer.name === 'staff' && !relationsOf(thing).includes('own')
    ? (['below'] as const)
    : relationsOf(thing)) {
    const outcome = await ask(world, viewer, endpoint, parameter, [relation])
    if (!outcome) continue
    if (outcome.answer.code === codes.internal) tell(relation, outcome.answer.message)
    const differs = outcome.comparable !== missing.comparable
    if (differs) reached.push(relation)
    if (differs !== expected.includes(relation))
      tell(
        relation,
        `${differs ? 'reached' : 'not reached'}: ${JSON.stringify(outcome.answer).slice(0, 300)}`,
      )
    if (expected.includes(relation)) continue
    if (outcome.changed && !missing.changed) tell(relation, 'something was changed')
    if (isList) await tellIfListed(relation)
  }
  return { reached, wrong }

  /** In a list beside an own id, a foreign one has to do what a missing one does: nothing. */
  async function tellIfListed(relation: Relation): Promise<void> {
    const own = expected.find((each) => each !== 'self') ?? 'own'
    const mixed = await ask(world, viewer, endpoint, parameter, [own, relation])
    const harmless = await ask(world, viewer, endpoint, parameter, [own, 'missing'])
    if (mixed?.comparable !== harmless?.comparable)
      tell(
        `${own} and ${relation}`,
        `answered otherwise than beside a missing one: ${mixed?.comparable.slice(0, 300)}`,
      )
  }
}

/** An optional list hides what it is behind its wrapper: two entries are taken where one would be. */
function takesList(endpoint: Endpoint, parameter: string): boolean {
  const field = endpoint.params.shape[parameter]
  return Array.isArray(field?.safeParse('1,2').data)
}

export interface Shown {
  places: readonly Place[]
  wrong: readonly string[]
}

/** Whose names the answer of a reading call holds, without and with a filter that names others. */
export async function shownBy(world: World, viewer: Viewer, endpoint: Endpoint): Promise<Shown | null> {
  if (!endpoint.kinds.includes(viewer.kind) || endpoint.writes) return null
  const levels = 'accountLevel' in endpoint.params.shape ? { accountLevel: '0' } : {}
  const plain = await askPlainly(world, viewer, endpoint, levels)
  const holds = (text: string, place: Place) =>
    viewer.people[place].some(({ username }) => text.includes(`"${username}"`))
  const wrong: string[] = []
  const staff = viewer.kind === kind.staff
  const hidden = places.filter((place) => !staff && place !== 'below' && place !== 'self')
  const look = (text: string, how: string) => {
    for (const place of hidden)
      if (holds(text, place)) wrong.push(`${endpoint.id} shows people ${place} to ${viewer.name}${how}`)
    if (!staff && text.includes('hidden platform'))
      wrong.push(`${endpoint.id} shows ${viewer.name} a platform that is not shown to the channel side`)
  }
  look(plain.text, '')
  const named = (thing: Thing) =>
    Object.keys(endpoint.params.shape).filter((name) => thingOf(endpoint, name) === thing)
  for (const parameter of staff ? [] : named('filter of staff'))
    for (const place of places) {
      const value = viewer.people[place][0]?.username ?? 'nobody'
      const { text } = await askPlainly(world, viewer, endpoint, { ...levels, [parameter]: value })
      if (text !== plain.text) wrong.push(`${endpoint.id} listens to ${parameter} of ${viewer.name}`)
    }
  for (const parameter of named('nothing'))
    for (const place of hidden)
      for (const { username, playerId } of viewer.people[place].slice(0, 1)) {
        const value = /id$/i.test(parameter) ? playerId : username
        const { answer, text } = await askPlainly(world, viewer, endpoint, { ...levels, [parameter]: value })
        look(text, ` by ${parameter}`)
        // Even a row of one's own would tell that there is somebody of that name.
        const { count = 0 } = (answer.data ?? {}) as { count?: number }
        if (count > 0)
          wrong.push(`${endpoint.id} finds ${count} by ${parameter} of people ${place} for ${viewer.name}`)
      }
  const shown = places.filter((place) => holds(plain.text, place))
  return shown.length === 0 && wrong.length === 0 ? null : { places: shown, wrong }
}

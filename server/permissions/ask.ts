import type { Envelope } from '../../contract/kit/codes.ts'
import type { Endpoint } from '../../contract/kit/endpoint.ts'
import { type Kind, kind } from '../../contract/kit/kinds.ts'
import { kindsOf, type Thing, thingOf } from './ids.ts'
import { stateOf } from './plants.ts'
import { fittingRole, type Place, places, type Viewer, type World } from './world.ts'

/** Whose id is sent: a place in the hierarchy, or the caller's own and another's where there is no hierarchy. */
export type Relation = Place | 'own' | 'another’s'
type Asked = Relation | 'missing'

interface Value {
  value: string
  /** What other parameters have to be with it. */
  with?: Record<string, string>
}

const nobody: Partial<Record<Thing, string>> = {
  'own session': '00000000-0000-4000-8000-000000000000',
  'account by name': 'nobody-here',
}

/** The kind of account a call is about, by its name; null for any. */
function kindOfCall({ id }: Endpoint): Kind | null {
  if (id.startsWith('settlement.subChannel')) return kind.subChannel
  const [, who = ''] = /^accounts\.(user|channel|subChannel|salesman)[A-Z]/.exec(id) ?? []
  const kinds: Record<string, Kind> = { user: 1, channel: 3, subChannel: 9, salesman: 4 }
  return kinds[who] ?? null
}

/** Relations in which a thing can stand to a viewer. */
export const relationsOf = (thing: Thing): readonly Relation[] =>
  kindsOf[thing] ? places : (['own', 'another’s'] as const)

async function accountAt(
  world: World,
  viewer: Viewer,
  endpoint: Endpoint,
  thing: Thing,
  place: Place,
): Promise<Value | null> {
  const meant = kindOfCall(endpoint)
  for (const of of kindsOf[thing] ?? []) {
    if (thing === 'account by name' && meant !== null && of !== meant) continue
    if (thing === 'parent account' && of === kind.salesman && meant === kind.subChannel) continue
    const person = await world.person(viewer, place, of)
    if (!person) continue
    const { id, username, playerId } = person
    if (thing === 'player of an account') return { value: playerId }
    const row = { type: String(of), group_id: String(fittingRole(of)) }
    if (thing === 'account by name') return { value: username }
    if (thing === 'parent account') return { value: String(id) }
    return { value: String(id), with: row }
  }
  return null
}

/** An id of a thing that stands so to the viewer; null where there can be none. */
async function valueOf(
  world: World,
  viewer: Viewer,
  endpoint: Endpoint,
  thing: Thing,
  asked: Asked,
): Promise<Value | null> {
  if (asked === 'missing') return { value: nobody[thing] ?? '987654321' }
  const own = asked === 'own'
  const { platforms } = world
  switch (thing) {
    case 'platform shown':
      return { value: String(own ? platforms.shown : platforms.hidden) }
    case 'category shown':
      return { value: String(own ? platforms.shownCategory : platforms.hiddenCategory) }
    case 'role to give': {
      const of = kindOfCall(endpoint) ?? kind.salesman
      return { value: String(own ? fittingRole(of) : of === kind.staff ? 5 : 1) }
    }
    case 'own session':
    case 'own task': {
      const [stranger] = world.viewers.filter(({ id }) => id !== viewer.id)
      const accountId = own ? viewer.id : (stranger?.id ?? 0)
      return { value: await (thing === 'own task' ? world.newTask : world.newSession)(accountId) }
    }
    default:
      return accountAt(world, viewer, endpoint, thing, asked as Place)
  }
}

const samples: Readonly<Record<string, (world: World) => string>> = {
  username: (world) => `new-${world.number()}`,
  pwd: (world) => world.password(),
  conf_pwd: (world) => world.password(),
  pwdOld: (world) => world.password(),
  pwdNew: (world) => world.password(),
  pwdConfirm: (world) => world.password(),
  role_id: (world) => world.number(),
  game_passage_point: () => '1',
  game_withdraw_point: () => '1',
  game_dividend_point: () => '1',
  ptype: () => '1',
  pledge_u: () => '1',
  entity: () => 'account',
  recover: () => '0',
  type: () => '9',
  apiData: () => '[]',
  field: () => 'RealProfit',
  platform_id: ({ platforms }) => String(platforms.shown),
}
/** Optional ones without which the call would have to ask somebody outside. */
const sentByStaff = new Set(['ParentID', 'role_id'])

const isRequired = (endpoint: Endpoint, parameter: string) =>
  !endpoint.params.shape[parameter]?.safeParse(undefined).success

/** Good values for every parameter a call needs, about things of the viewer's own. */
async function goodParams(world: World, viewer: Viewer, endpoint: Endpoint): Promise<Record<string, string>> {
  const sent: Record<string, string> = {}
  let fitting: Record<string, string> = {}
  for (const parameter of Object.keys(endpoint.params.shape)) {
    const asStaff = viewer.kind === kind.staff && sentByStaff.has(parameter)
    if (!isRequired(endpoint, parameter) && !asStaff) continue
    const thing = thingOf(endpoint, parameter)
    if (thing === null || thing === 'nothing' || thing === 'filter of staff' || thing === 'unlisted') {
      const sample = samples[parameter]
      if (sample) sent[parameter] = sample(world)
      continue
    }
    const own: Relation = kindsOf[thing] ? 'below' : 'own'
    const value = await valueOf(world, viewer, endpoint, thing, own)
    if (!value) continue
    sent[parameter] = value.value
    fitting = { ...fitting, ...value.with }
  }
  for (const [name, value] of Object.entries(fitting)) if (name in endpoint.params.shape) sent[name] = value
  return sent
}

export interface Outcome {
  answer: Envelope
  /** The answer without what was sent, so that two can be compared. */
  comparable: string
  changed: boolean
}

/** Asks a call with ids of these relations in one parameter; null where such an id cannot be. */
export async function ask(
  world: World,
  viewer: Viewer,
  endpoint: Endpoint,
  parameter: string,
  relations: readonly Asked[],
): Promise<Outcome | null> {
  const thing = thingOf(endpoint, parameter)
  if (thing === null || thing === 'unlisted') return null
  const sent = await goodParams(world, viewer, endpoint)
  const values: string[] = []
  for (const relation of relations) {
    const value = await valueOf(world, viewer, endpoint, thing, relation)
    if (!value) return null
    values.push(value.value)
    for (const [name, fitting] of Object.entries(value.with ?? {}))
      if (name in endpoint.params.shape && relation !== 'missing') sent[name] = fitting
  }
  sent[parameter] = values.join(',')
  const before = await stateOf(world.t)
  const answer = await world.t.send(endpoint.path, sent, { token: viewer.token, method: endpoint.method })
  const changed = (await stateOf(world.t)) !== before
  return { answer, comparable: comparable(answer, values), changed }
}

function comparable(answer: Envelope, values: readonly string[]): string {
  let text = JSON.stringify(answer).replace(/"(taskId|id)":"?\d+"?/g, '"$1":0')
  for (const value of values) text = text.replace(new RegExp(`\\b${value}\\b`, 'g'), '#')
  return text
}

/** The whole answer of a call without any id or filter, as text. */
export async function askPlainly(
  world: World,
  viewer: Viewer,
  endpoint: Endpoint,
  more: Readonly<Record<string, string>> = {},
): Promise<{ answer: Envelope; text: string }> {
  const sent = { ...(await goodParams(world, viewer, endpoint)), ...more }
  if ('limit' in endpoint.params.shape) sent['limit'] = '300'
  const answer = await world.t.send(endpoint.path, sent, { token: viewer.token, method: endpoint.method })
  return { answer, text: JSON.stringify(answer) }
}

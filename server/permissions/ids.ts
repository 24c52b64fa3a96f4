import type { Endpoint } from '../../contract/kit/endpoint.ts'
import { kind } from '../../contract/kit/kinds.ts'

/*
 * Which parameters name a row, and of what. The matrix asks each of them with ids of one's own, of others and of nobody.
 * A new parameter that looks like an id and is not here fails the test: add it.
 */

/** What an id may name. `shared` is everything that belongs to the group as a whole: staff only, no owner. */
export type Thing =
  | 'staff account'
  | 'channel account'
  | 'sub-channel account'
  | 'salesman account'
  | 'agent account'
  | 'account to read'
  | 'account by name'
  | 'parent account'
  | 'player of an account'
  | 'role to give'
  | 'platform shown'
  | 'category shown'
  | 'own task'
  | 'own session'
  | 'shared'
  /** Narrows what staff read; the channel side reads its own whatever it names. */
  | 'filter of staff'
  | 'nothing'

/** By `feature.verb parameter`, where one name means several things. */
const ofCall: Readonly<Record<string, Thing>> = {
  'accounts.accountXray id': 'account to read',
  'accounts.auditLog entityId': 'account to read',
  'accounts.auditLog platform_id': 'nothing',
  'signIn.sessionEnd id': 'own session',
}

/** By beginning of the call and parameter, first match. */
const ofCalls: readonly (readonly [RegExp, Thing])[] = [
  [/^accounts\.user\w+ id$/, 'staff account'],
  [/^accounts\.channel\w+ id$/, 'channel account'],
  [/^accounts\.subChannel\w+ id$/, 'sub-channel account'],
  [/^accounts\.salesman\w+ id$/, 'salesman account'],
  [/^accounts\.agent\w+ id$/, 'agent account'],
  [/^accounts\.(?:get|edit)GameApiPoints? RoleID$/, 'player of an account'],
  [/^accounts\.\w+ role_id$/, 'nothing'],
  [/^accounts\.\w+ platform_id$/, 'platform shown'],
  [/^accounts\.\w+ cate_id$/, 'category shown'],
  [/^accounts\.\w+ (?:username|parentAccount)$/, 'nothing'],
  [/^signIn\.\w+ username$/, 'nothing'],
  [/^logs\.\w+BotLog /, 'nothing'],
  [
    /^settlement\.(?:unsettledSummaryList|channelOrders) (?:channel_account|ProxyId|username)$/,
    'filter of staff',
  ],
  [/^settlement\.subChannelSettle channel_account$/, 'account by name'],
  [/^settlement\.subChannelSettle platform_ids$/, 'platform shown'],
  [/^settlement\.settleLog /, 'nothing'],
  [/^tasks\.retry id$/, 'own task'],
  [/^reports\.explain account_id$/, 'account to read'],
  // Filters narrow; what repairs and sign-ins name is asked in the reports' own tests, since three name one row together.
  [/^reports\./, 'nothing'],
]

/** By parameter alone, the last to be asked. */
const ofName: Readonly<Record<string, Thing>> = {
  group_id: 'role to give',
  ParentID: 'parent account',
  usernames: 'account by name',
  taskIds: 'own task',
}

const looksLikeId =
  /(?:^|_)(?:id|ids|pid|no|nos)$|(?:Id|Ids|ID|IDs|No|Nos|Account|User)$|ids$|account$|username|parent|entity/

/**
 * What a parameter names: null for plain values, 'unlisted' for one that looks like an id and is in no table. Where only
 * staff may call, what is in no table belongs to the group.
 */
export function thingOf(
  { id, kinds }: Pick<Endpoint, 'id' | 'kinds'>,
  parameter: string,
): Thing | 'unlisted' | null {
  const place = `${id} ${parameter}`
  if (ofCall[place]) return ofCall[place]
  if (id.startsWith('reports.') && parameter === 'ParentID') return 'nothing'
  if (!looksLikeId.test(parameter) || parameter === 'entity') return ofName[parameter] ?? null
  const [, thing] = ofCalls.find(([pattern]) => pattern.test(place)) ?? []
  return thing ?? ofName[parameter] ?? (kinds.every((each) => each === kind.staff) ? 'shared' : 'unlisted')
}

/** Kinds of account that an id of a thing may be of. */
export const kindsOf: Partial<Record<Thing, readonly (1 | 3 | 4 | 9)[]>> = {
  'staff account': [kind.staff],
  'channel account': [kind.channel],
  'sub-channel account': [kind.subChannel],
  'salesman account': [kind.salesman],
  'agent account': [kind.salesman, kind.subChannel, kind.channel],
  'account to read': [kind.salesman, kind.subChannel, kind.channel],
  'account by name': [kind.salesman, kind.subChannel, kind.channel],
  'player of an account': [kind.salesman, kind.subChannel, kind.channel],
  'parent account': [kind.salesman, kind.subChannel, kind.channel],
}

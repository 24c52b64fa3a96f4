import { enter, type Person, personOf, type SignedIn } from '../product.ts'

/** Who acts in the journeys: staff, and one of the channel side. Each has one session, shared by all of them. */
const names = ['admin', 'finance', 'finance2', 'operator', 'viewer', 'channel01'] as const
export type Name = (typeof names)[number]

const variable = 'PITBOSS_E2E_SESSIONS'

/** Signs everybody in once: a code counts once, so workers that each did it would wait for one another. */
export async function signEverybodyIn(url: string): Promise<void> {
  const sessions = await Promise.all(names.map(async (name) => [name, await enter(url, name)] as const))
  process.env[variable] = JSON.stringify(Object.fromEntries(sessions))
}

function sessionOf(name: Name): SignedIn {
  const sessions = JSON.parse(process.env[variable] ?? '{}') as Partial<Record<Name, SignedIn>>
  const session = sessions[name]
  if (!session) throw new Error(`${name} is not signed in`)
  return session
}

/** Somebody who speaks HTTP beside the browser, to set a journey up or to look behind it. */
export const speaker = (url: string, name: Name): Person => personOf(url, sessionOf(name).token)

/** What the console keeps in the browser of somebody who is signed in. */
export const keptOf = (name: Name): Record<string, string> => kept(sessionOf(name))

export const kept = ({ token, session, user_info, authRuleIds }: SignedIn): Record<string, string> => ({
  pitboss_token: token,
  pitboss_session: JSON.stringify(session),
  pitboss_username: user_info.username,
  user_info: JSON.stringify(user_info),
  authRuleIds: JSON.stringify(authRuleIds),
})

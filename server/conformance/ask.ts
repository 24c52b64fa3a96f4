import { allEndpoints } from '../../contract/index.ts'
import type { Envelope } from '../../contract/kit/codes.ts'
import type { Endpoint } from '../../contract/kit/endpoint.ts'
import { pictures, sendForm } from '../features/platforms/testing.ts'
import type { Documented, Sent } from './documented.ts'
import type { World } from './world.ts'

/** The contract's call of that method and path, to the letter. */
export const endpointOf = ({ call }: Pick<Documented, 'call'>): Endpoint | undefined =>
  allEndpoints.find(({ method, path }) => `${method} ${path}` === call.replace(' ', ' /adminapi/'))

/** Values in the order in which they are written, since one may be made for another. */
async function valuesOf(world: World, sent: Sent): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(sent))
    values[name] = typeof value === 'string' ? value : await value(world)
  return values
}

/** Sends a call as its caller's browser does: form-encoded, in Chinese, with its token. */
export async function ask(
  world: World,
  { call, by, as, files }: Pick<Documented, 'call' | 'by' | 'as' | 'files'>,
  sent: Sent,
  { signedIn = true }: { signedIn?: boolean } = {},
): Promise<Envelope> {
  const [method, path] = call.split(' ') as ['GET' | 'POST', string]
  const values = await valuesOf(world, sent)
  const token = !signedIn ? null : as ? (await as(world)).token : world.token(by)
  if (files?.length && token) {
    const parts = Object.fromEntries(files.map((name) => [name, { bytes: pictures.png }]))
    return sendForm(world.t, `/adminapi/${path}`, token, values, parts)
  }
  return world.t.send(`/adminapi/${path}`, values, { token, method })
}

/** Every parameter the documents name for a call, and which of them it asks for whatever the way. */
export function parametersOf({ needs, may = {}, ways = {}, files = [] }: Documented): {
  all: readonly string[]
  needed: readonly string[]
} {
  const sets = Object.values(ways).map(({ sends }) => sends)
  const all = [...new Set([{ ...needs, ...may }, ...sets].flatMap((set) => Object.keys(set)))]
  const needed =
    needs || sets.length === 0
      ? Object.keys(needs ?? {})
      : all.filter((name) => sets.every((set) => name in set))
  return { all: [...all, ...files], needed: [...needed, ...files] }
}

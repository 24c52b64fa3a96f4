import type { SeedRole } from '../../contract/rules.ts'
import type { Shape } from './shapes.ts'
import type { World } from './world.ts'

/** A good value of a parameter, as it is sent: text, or made for the call. */
export type Value = string | ((world: World) => string | Promise<string>)
export type Sent = Readonly<Record<string, Value>>

/** One call as the documents describe it. */
export interface Documented {
  /** Method, and path below /adminapi/. */
  call: `${'GET' | 'POST'} ${string}`
  /** A role that should hold it, as every installation has it; `anybody` needs no session. */
  by: SeedRole | 'anybody'
  /** A special account of that role, where the planted one will not do. */
  as?: (world: World) => Promise<{ token: string }>
  /** Parameters that it asks for. */
  needs?: Sent
  /** Parameters that may be left out. With all of them the answer still holds rows, without them it succeeds too. */
  may?: Sent
  /** File parts of a multipart call. */
  files?: readonly string[]
  /** What `data` holds. Without: only that it succeeds is documented. */
  answers?: Shape
  /** Other ways to call it, each with what is needed: parameters that exclude others, an export, a second step. */
  ways?: Readonly<Record<string, { sends: Sent; files?: readonly string[]; answers?: Shape }>>
}

/** Every list pages so. */
export const paged: Sent = { page: '1', limit: '20' }
export const sorted = (by: string): Sent => ({ orderBy: by, orderType: 'desc' })

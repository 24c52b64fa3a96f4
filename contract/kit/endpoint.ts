import './no-eval.ts'
import type * as z from 'zod'
import { allKinds, type Kind } from './kinds.ts'
import type { Text } from './language.ts'

type Params = z.ZodObject

/** Who may call: anybody, any signed-in account, or who holds the rule. */
export type Access = 'public' | 'session' | 'rule'

interface Declared<P extends Params, R extends z.ZodType, A extends Access> {
  /** `feature.verb`: one name for endpoint, log entry and test. */
  id: `${string}.${string}`
  method: 'GET' | 'POST'
  /** To the letter as the specification spells it. */
  path: `/adminapi/${string}`
  title: Text
  /** Default `rule`: the rule named like the path. */
  access?: A
  /** The rule the gate asks for, where it is not named like the path. */
  rule?: string
  /** Kinds of account that may call at all; default all. */
  kinds?: readonly Kind[]
  /** Changes something: logged, never cached; by GET it is also accepted as POST. */
  writes?: boolean
  params: P
  result: R
  /** A multipart call: the names of its file parts. */
  files?: readonly string[]
  /** Sent by a program that signs its body: the handler gets the raw bytes, and no entry in the operation log is made. */
  signed?: boolean
}

export interface Endpoint<
  P extends Params = Params,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  id: `${string}.${string}`
  method: 'GET' | 'POST'
  path: `/adminapi/${string}`
  title: Text
  access: A
  rule: string
  kinds: readonly Kind[]
  writes: boolean
  params: P
  result: R
  files: readonly string[]
  signed: boolean
}

/** Declares a call once; parsing, client, gate, log, documentation and tests follow from it. */
export function endpoint<P extends Params, R extends z.ZodType, const A extends Access = 'rule'>(
  declared: Declared<P, R, A>,
): Endpoint<P, R, A> {
  const access = declared.access ?? ('rule' as A)
  return {
    ...declared,
    access,
    rule: access === 'rule' ? (declared.rule ?? declared.path) : '',
    kinds: declared.kinds ?? allKinds,
    writes: declared.writes ?? false,
    files: declared.files ?? [],
    signed: declared.signed ?? false,
  }
}

/** What a handler receives: parsed and defaulted. */
export type ParamsOf<E extends Endpoint> = z.output<E['params']>
/** What a handler answers and the browser reads as `data`. */
export type ResultOf<E extends Endpoint> = z.output<E['result']>

type Sent<P extends Params> = z.input<P>
type Parsed<P extends Params> = z.output<P>
/** What the browser passes: the parsed types, and only what has no default. */
export type CallOf<E extends Endpoint> = {
  [K in keyof Parsed<E['params']> as undefined extends Sent<E['params']>[K & keyof Sent<E['params']>]
    ? never
    : K]: Parsed<E['params']>[K]
} & {
  [K in keyof Parsed<E['params']> as undefined extends Sent<E['params']>[K & keyof Sent<E['params']>]
    ? K
    : never]?: Parsed<E['params']>[K] | undefined
}

export type Feature = Readonly<Record<string, Endpoint>>

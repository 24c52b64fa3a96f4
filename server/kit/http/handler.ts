import type { RawBuilder } from 'kysely'
import type { IncomingHttpHeaders } from 'node:http'
import type { Access, Endpoint, Feature, ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { MessageCode } from '../../../contract/messages.ts'
import type { Caller, RequestInfo } from '../caller.ts'
import type { Values } from '../refusal.ts'
import type { Services } from '../services.ts'

/** What a handler gets besides its parameters. `caller` is null only where no session is asked for. */
export interface Ctx<A extends Access = Access> extends Services {
  caller: A extends 'public' ? null : Caller
  info: RequestInfo
  /** A message in the caller's language. */
  say(code: MessageCode, values?: Values): string
  /** File parts of a multipart call. */
  files: readonly UploadedFile[]
  /** What a signed call's signature is over; without a body for every other call. */
  raw: { body: Buffer; headers: IncomingHttpHeaders }
}

export interface UploadedFile {
  field: string
  name: string
  type: string
  bytes: Buffer
}

/** Answers a call: its `data`, or a refusal thrown. */
export type Handler<E extends Endpoint> = (ctx: Ctx<E['access']>, params: ParamsOf<E>) => Promise<ResultOf<E>>

/**
 * A small read that is asked all day, answered by the very statement that finds out who is calling: one round trip
 * instead of two in a row. Only for calls whose answer depends on nothing of the caller; the gate stands before `answer`
 * as before any handler.
 */
export interface RidingRead<E extends Endpoint, Found = unknown> {
  /** An SQL expression for one JSON value, null where there is nothing. */
  question(params: ParamsOf<E>): RawBuilder<Found>
  answer(found: Found, ctx: Ctx<E['access']>, params: ParamsOf<E>): ResultOf<E>
}

/** A handler for each call of a feature: leaving one out does not compile. `Riding` are those that ride along. */
export type Handlers<F extends Feature, Riding extends keyof F = never> = {
  readonly [Name in keyof F]: Name extends Riding ? RidingRead<F[Name]> : Handler<F[Name]>
}

/** The same for a feature of which it is not known which calls ride along. */
export type EveryHandler<F extends Feature> = {
  readonly [Name in keyof F]: Handler<F[Name]> | RidingRead<F[Name]>
}

/** A handler as the server keeps it, its types known only to its endpoint. */
export type AnyHandler =
  | ((ctx: Ctx, params: Record<string, unknown>) => Promise<unknown>)
  | RidingRead<Endpoint>

/** Who is calling, and what rode along with the question. */
export interface Authenticated {
  caller: Caller
  found: unknown
}

/** Finds who a token belongs to, or throws the refusal that ends the client's session. */
export type Authenticate = (
  token: string,
  info: RequestInfo,
  riding?: RawBuilder<unknown>,
) => Promise<Authenticated>

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
}

export interface UploadedFile {
  field: string
  name: string
  type: string
  bytes: Buffer
}

/** Answers a call: its `data`, or a refusal thrown. */
export type Handler<E extends Endpoint> = (ctx: Ctx<E['access']>, params: ParamsOf<E>) => Promise<ResultOf<E>>

/** A handler for each call of a feature: leaving one out does not compile. */
export type Handlers<F extends Feature> = { readonly [Name in keyof F]: Handler<F[Name]> }

/** A handler as the server keeps it, its types known only to its endpoint. */
export type AnyHandler = (ctx: Ctx, params: Record<string, unknown>) => Promise<unknown>

/** Finds who a token belongs to, or throws the refusal that ends the client's session. */
export type Authenticate = (token: string, info: RequestInfo) => Promise<Caller>

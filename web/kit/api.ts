import { codes, type Envelope } from '../../contract/kit/codes.ts'
import type { CallOf, Endpoint, ResultOf } from '../../contract/kit/endpoint.ts'
import { isClearable } from '../../contract/kit/params.ts'
import { kitWords } from './kit-text.ts'
import { startRequest } from './progress.ts'
import { sessionLost } from './session.ts'
import { sizes } from './sizes.ts'
import { read } from './storage.ts'
import { language } from './text.ts'
import { toast } from './toast.ts'

/** Code of a call that never got a business answer: no network, a timeout, an HTTP error. */
export const noAnswer = 0

/** Why a call failed: the envelope's code and sentence, and the parameter at fault where one was. */
export class ApiError extends Error {
  readonly code: number
  readonly field: string | undefined
  constructor(code: number, message: string, field?: string) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.field = field
  }
}

export interface CallOptions {
  /** No toast on failure. Session errors speak up all the same. */
  silent?: boolean
  signal?: AbortSignal
  /** File parts of a multipart call, by part name. */
  files?: Readonly<Record<string, File | readonly File[]>>
}

/** Calls the server: parameters become text, the envelope becomes its data or an ApiError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  params: CallOf<E>,
  { silent = false, signal, files }: CallOptions = {},
): Promise<ResultOf<E>> {
  const ended = startRequest()
  try {
    const envelope = await send(endpoint, encode(params, endpoint), signal, files)
    if (envelope.success && envelope.code === codes.ok) return envelope.data as ResultOf<E>
    throw new ApiError(envelope.code, envelope.message, envelope.field)
  } catch (error) {
    if (signal?.aborted) throw error
    const failure = error instanceof ApiError ? error : await transportFailure(error)
    if (isSessionError(failure.code)) sessionLost(failure.message)
    else if (!silent) toast.error(failure.message)
    throw failure
  } finally {
    ended()
  }
}

export const isSessionError = (code: number): boolean =>
  code === codes.noSession || code === codes.sessionEnded
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === codes.forbidden

/**
 * Parameters as the wire has them: lists comma-joined, objects as JSON, yes and no as 1 and 0; empty is absent, except
 * where the endpoint lets a form empty a field.
 */
export function encode(
  params: Readonly<Record<string, unknown>>,
  endpoint?: Pick<Endpoint, 'params'>,
): [string, string][] {
  const pairs: [string, string][] = []
  for (const [name, value] of Object.entries(params)) {
    const sent = toText(value)
    if (sent !== '' || (value === '' && isClearable(endpoint?.params.shape[name]))) pairs.push([name, sent])
  }
  return pairs
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) {
    return value.some((item) => typeof item === 'object') ? JSON.stringify(value) : value.join(',')
  }
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

/** The header every call carries once somebody is signed in. */
export function authorization(): Record<string, string> {
  const token = read('token')
  return token ? { authorization: `Bearer ${token}` } : {}
}

async function send(
  { method, path }: Endpoint,
  pairs: [string, string][],
  signal: AbortSignal | undefined,
  files: CallOptions['files'],
): Promise<Envelope> {
  const all: [string, string][] = [...pairs, ['lang', language()], ['appId', '3']]
  const timeout = AbortSignal.timeout(sizes.requestTimeoutMs)
  const init: RequestInit = {
    method,
    headers: { accept: 'application/json', ...authorization() },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    cache: 'no-store',
  }
  const form = new URLSearchParams(all)
  if (method === 'POST') init.body = files ? multipart(all, files) : form
  const answer = await fetch(method === 'GET' ? `${path}?${form}` : path, init)
  if (!answer.ok) {
    // An error of the server itself may still carry the envelope with its reference number.
    const said = (await answer.json().catch(() => undefined)) as Partial<Envelope> | undefined
    const words = await kitWords.load(language())
    throw new ApiError(said?.code ?? noAnswer, said?.message ?? words.http(answer.status))
  }
  return (await answer.json()) as Envelope
}

function multipart(pairs: [string, string][], files: NonNullable<CallOptions['files']>): FormData {
  const form = new FormData()
  for (const [name, value] of pairs) form.append(name, value)
  for (const [name, file] of Object.entries(files)) {
    for (const one of file instanceof File ? [file] : file) form.append(name, one, one.name)
  }
  return form
}

async function transportFailure(error: unknown): Promise<ApiError> {
  const words = await kitWords.load(language())
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  return new ApiError(noAnswer, timedOut ? words.timeout : words.network)
}

/** Runs an action of a button. Its calls have already said why they failed; anything else is our mistake and stays loud. */
export async function attempt(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

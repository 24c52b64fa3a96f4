import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes, type Envelope } from '../../../contract/kit/codes.ts'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { type Language, languageOf } from '../../../contract/kit/language.ts'
import { say } from '../../../contract/messages.ts'
import type { Caller, RequestInfo } from '../caller.ts'
import { isLogged, logOperation } from '../operation-log.ts'
import { Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { failure, success } from './envelope.ts'
import { gate } from './gate.ts'
import type { AnyHandler, Authenticate, Ctx, UploadedFile } from './handler.ts'
import { emptied, normalize, parseParams, type Sent } from './params.ts'
import { rawOf, signedRoute } from './raw-body.ts'

/** The id of this application; a call that names another one is refused. */
export const appId = 3

const bearer = (request: FastifyRequest) => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

interface Received {
  sent: Sent
  /** Names sent with empty text. */
  blank: readonly string[]
  files: readonly UploadedFile[]
}

async function receive(request: FastifyRequest): Promise<Received> {
  const query = normalize(request.query)
  const blankOf = (body: unknown) => [...emptied(request.query), ...emptied(body)]
  if (!request.isMultipart())
    return { sent: { ...query, ...normalize(request.body) }, blank: blankOf(request.body), files: [] }
  const fields: Record<string, unknown> = {}
  const files: UploadedFile[] = []
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else
      files.push({
        field: part.fieldname,
        name: part.filename,
        type: part.mimetype,
        bytes: await part.toBuffer(),
      })
  }
  return { sent: { ...query, ...normalize(fields) }, blank: blankOf(fields), files }
}

/** What a request says of itself, before anybody is known. */
export function infoOf(request: FastifyRequest, lang?: string): RequestInfo {
  return {
    lang: languageOf(lang),
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
  }
}

/** Who is calling, or null where the call asks for nobody. */
export async function callerOf(
  authenticate: Authenticate,
  request: FastifyRequest,
  info: RequestInfo,
): Promise<Caller> {
  return (await authenticate(tokenOf(request), info)).caller
}

function tokenOf(request: FastifyRequest): string {
  const token = bearer(request)
  if (!token) throw new Refusal('kit.noSession', {}, { code: codes.noSession })
  return token
}

type Params = Record<string, unknown>

/** The parameters as the endpoint has them. Throws the refusal that names the wrong one. */
function judge(endpoint: Endpoint, { sent, blank }: Received, lang: Language): Params {
  if (sent['appId'] !== undefined && sent['appId'] !== String(appId)) refuse('params.lang', {}, 'appId')
  return parseParams(endpoint.params, sent, lang, blank)
}

/** The parameters, or why to refuse them: whoever may not call hears nothing about them. */
function judgeEarly(
  endpoint: Endpoint,
  received: Received,
  lang: Language,
): { params: Params } | { refusal: Error } {
  try {
    return { params: judge(endpoint, received, lang) }
  } catch (error) {
    return { refusal: error as Error }
  }
}

const slowMs = 1_000

/** Counts the answer, and writes a line for it: a warning where people had to wait. */
function noteAnswer(
  { vitals, log }: Pick<Services, 'vitals' | 'log'>,
  { id }: Endpoint,
  code: number,
  ms: number,
  caller: Caller | null,
  { requestId }: RequestInfo,
): void {
  vitals.answered(id, code, ms)
  const line = { requestId, endpoint: id, code, ms: Math.round(ms), username: caller?.username }
  if (ms > slowMs) log.warn(line, 'slow call')
  else log.debug(line, 'call')
}

/** Binds an endpoint to its handler: session, gate, parameters, handler, envelope, operation log. */
export function bindCall(
  app: FastifyInstance,
  services: Services,
  authenticate: Authenticate,
  endpoint: Endpoint,
  handler: AnyHandler,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    let info = infoOf(request, (request.query as Record<string, string>)['lang'])
    let received: Received = { sent: {}, blank: [], files: [] }
    let caller: Caller | null = null
    let envelope: Envelope
    try {
      const context = () =>
        ({
          ...services,
          caller,
          info,
          files: received.files,
          raw: rawOf(request),
          say: (code, values) => say(code, info.lang, values),
        }) as Ctx
      let data: unknown
      if (typeof handler === 'function') {
        if (endpoint.access !== 'public') {
          caller = await callerOf(authenticate, request, info)
          gate(endpoint, caller)
        }
        received = await receive(request)
        info = infoOf(request, received.sent['lang'])
        data = await handler(context(), judge(endpoint, received, info.lang))
      } else {
        received = await receive(request)
        info = infoOf(request, received.sent['lang'])
        const early = judgeEarly(endpoint, received, info.lang)
        const riding = 'params' in early ? handler.question(early.params) : undefined
        const known = await authenticate(tokenOf(request), info, riding)
        caller = known.caller
        gate(endpoint, caller)
        if ('refusal' in early) throw early.refusal
        data = handler.answer(known.found, context(), early.params)
      }
      envelope = success(data, info.lang)
      if (services.checkResults) endpoint.result.parse(envelope.data)
    } catch (error) {
      info = infoOf(
        request,
        received.sent['lang'] ?? (request.body as Record<string, string> | null)?.['lang'] ?? info.lang,
      )
      envelope = failure(error, info.lang, info.requestId)
      if (envelope.code === codes.internal)
        services.log.error({ err: error, endpoint: endpoint.id, requestId: info.requestId }, 'call failed')
    }
    noteAnswer(services, endpoint, envelope.code, reply.elapsedTime, caller, info)
    reply.header('cache-control', 'no-store').header('vary', 'Accept, Authorization')
    if (isLogged(endpoint, received.sent)) {
      const { sent } = received
      setImmediate(() => logOperation(services, { endpoint, caller, info, sent, answer: envelope }))
    }
    return reply.send(envelope)
  }
  // A call that writes by GET is accepted as POST too; the paths are the same.
  const method: ('GET' | 'POST')[] =
    endpoint.method === 'GET' && endpoint.writes ? ['GET', 'POST'] : [endpoint.method]
  app.route({
    method,
    url: endpoint.path,
    handler: answer,
    exposeHeadRoute: false,
    ...(endpoint.signed ? signedRoute : {}),
  })
}

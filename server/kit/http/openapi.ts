import * as z from 'zod'
import { fieldName } from '../../../contract/fields.ts'
import { codes } from '../../../contract/kit/codes.ts'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import type { Kind } from '../../../contract/kit/kinds.ts'
import { languages } from '../../../contract/kit/language.ts'
import type { Unit } from '../../../contract/kit/units.ts'
import { appId } from './calls.ts'

type Json = Record<string, unknown>

const kindNames: Record<Kind, string> = {
  1: '后台 / staff',
  3: '渠道 / channel',
  4: '业务员 / salesman',
  9: '子渠道 / sub-channel',
}
const unitNames: Record<Unit, string> = {
  thousandths: '金额，千分之一 / money in thousandths',
  plain: '金额，原单位 / money in whole currency',
  tenthsOfPercent: '千分比，55 为 5.5% / tenths of a percent, 55 is 5.5 %',
  percent: '百分比，5.5 为 5.5% / percent, 5.5 is 5.5 %',
  ratio: '比率，0.25 为 25% / ratio, 0.25 is 25 %',
  count: '数量 / count',
}
const codeNames: Record<keyof typeof codes, string> = {
  ok: '成功 / success',
  refused: '参数或状态不允许，未作任何修改 / refused, nothing was changed',
  forbidden: '没有权限 / no permission',
  noSession: '未登录或登录已过期 / not signed in',
  sessionEnded: '登录被服务器终止 / the session was ended',
  internal: '系统错误 / system error',
}

/** The OpenAPI 3.1 document of these calls: everything in it follows from their declarations. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const item = (paths[endpoint.path] ??= {})
    item[endpoint.method.toLowerCase()] = operation(endpoint, endpoint.method)
    // A call that writes by GET is accepted as POST too.
    if (endpoint.method === 'GET' && endpoint.writes) item['post'] ??= operation(endpoint, 'POST')
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pitboss',
      version: '1',
      description:
        'Every answer travels with HTTP 200; its code says what became of the call. Parameters are text: lists are comma-joined, objects are JSON text, empty text equals absent.',
    },
    tags: [...new Set(endpoints.map(featureOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      parameters: {
        lang: {
          name: 'lang',
          in: 'query',
          description: '语言 / language',
          schema: { enum: languages, default: 'zh-cn' },
        },
        appId: {
          name: 'appId',
          in: 'query',
          description: '应用标识 / application',
          schema: { const: appId },
        },
      },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['success', 'code', 'message', 'data'],
          properties: {
            success: { type: 'boolean' },
            code: {
              type: 'integer',
              oneOf: Object.entries(codes).map(([name, code]) => ({
                const: code,
                title: name,
                description: codeNames[name as keyof typeof codes],
              })),
            },
            message: { type: 'string', description: '调用者语言的提示 / in the language of the caller' },
            data: { description: '失败时为 null / null unless it succeeded' },
            field: { type: 'string', description: '有误的参数 / the parameter that was wrong' },
          },
        },
      },
    },
  }
}

const featureOf = (endpoint: Endpoint) => endpoint.id.slice(0, endpoint.id.indexOf('.'))

function operation(endpoint: Endpoint, method: 'GET' | 'POST'): Json {
  const { title, access, rule, kinds } = endpoint
  const common = [{ $ref: '#/components/parameters/lang' }, { $ref: '#/components/parameters/appId' }]
  const fields = paramsOf(endpoint)
  return {
    operationId: method === endpoint.method ? endpoint.id : `${endpoint.id}.${method.toLowerCase()}`,
    tags: [featureOf(endpoint)],
    summary: `${title['zh-cn']} / ${title['en-us']}`,
    description: [
      access === 'rule'
        ? `权限 / rule: ${rule}`
        : access === 'session'
          ? '登录即可 / any session'
          : '公开 / public',
      `账号类型 / kinds: ${kinds.map((kind) => kindNames[kind]).join(', ')}`,
    ].join('\n\n'),
    'x-title': title,
    'x-access': access,
    'x-rule': rule,
    'x-kinds': kinds,
    'x-writes': endpoint.writes,
    security: access === 'public' ? [] : [{ session: [] }],
    ...(method === 'GET'
      ? { parameters: [...fields.map(asQuery), ...common] }
      : { parameters: common, requestBody: asForm(fields, endpoint.files) }),
    responses: {
      200: {
        description: Object.entries(codes)
          .map(([name, code]) => `${code} ${codeNames[name as keyof typeof codes]}`)
          .join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Envelope' },
                { properties: { data: { anyOf: [schemaOf(endpoint.result), { type: 'null' }] } } },
              ],
            },
          },
        },
      },
    },
  }
}

interface Param {
  name: string
  required: boolean
  schema: Json
}

/** Parameters as the handler understands them; what cannot be told of the parsed value is told of its text. */
function paramsOf({ params }: Endpoint): Param[] {
  return Object.entries(params.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const parsed = schemaOf(field)
    const tellsNothing = !['type', 'enum', 'anyOf', 'properties'].some((word) => word in parsed)
    const schema = tellsNothing ? { ...schemaOf(field, 'input'), ...parsed } : parsed
    const known = fieldName(name, 'zh-cn') !== name
    if (known) schema['description'] ??= `${fieldName(name, 'zh-cn')} / ${fieldName(name, 'en-us')}`
    return { name, required: !field.safeParse(undefined).success, schema }
  })
}

function asQuery({ name, required, schema }: Param): Json {
  const { description, ...rest } = schema
  const told = description ? { description } : {}
  if (rest['type'] === 'object')
    return { name, in: 'query', required, ...told, content: { 'application/json': { schema: rest } } }
  const style = rest['type'] === 'array' ? { style: 'form', explode: false } : {}
  return { name, in: 'query', required, ...told, ...style, schema: rest }
}

function asForm(fields: readonly Param[], files: readonly string[]): Json {
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  const properties = Object.fromEntries([
    ...fields.map(({ name, schema }) => [name, schema] as const),
    ...files.map((name) => [name, { type: 'string', format: 'binary' }] as const),
  ])
  const encoding = Object.fromEntries(
    fields.flatMap(({ name, schema }): [string, Json][] => {
      if (schema['type'] === 'array') return [[name, { style: 'form', explode: false }]]
      return schema['type'] === 'object' ? [[name, { contentType: 'application/json' }]] : []
    }),
  )
  const type = files.length > 0 ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  return {
    content: { [type]: { schema: { type: 'object', required, properties }, encoding } },
    required: required.length > 0,
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const told = jsonSchema as Json
      const unit = told['unit'] as Unit | undefined
      if (unit) {
        delete told['unit']
        Object.assign(told, { 'x-unit': unit, description: unitNames[unit] })
      }
      // Every whole number says that it is a safe one; that is noise.
      if (told['minimum'] === Number.MIN_SAFE_INTEGER) delete told['minimum']
      if (told['maximum'] === Number.MAX_SAFE_INTEGER) delete told['maximum']
    },
  })
  return json
}

import * as z from 'zod'
import { fieldName } from '../../../contract/fields.ts'
import type { Language } from '../../../contract/kit/language.ts'
import { isClearable } from '../../../contract/kit/params.ts'
import { isMessageCode } from '../../../contract/messages.ts'
import { refuse } from '../refusal.ts'

/** Parameters as they arrived, one text a name. */
export type Sent = Readonly<Record<string, string>>

/**
 * Brings a form's oddities into one shape: repeated keys and `key[]` are comma-joined, `key[name]` becomes JSON text,
 * objects of a JSON body become JSON text, and empty text equals absent.
 */
export function normalize(source: unknown): Sent {
  // Without a prototype: a parameter may be called `constructor`.
  const flat = Object.create(null) as Record<string, string>
  const nested = Object.create(null) as Record<string, Record<string, string>>
  const put = (name: string, sent: string) => {
    // The database cannot hold a NUL, and no parameter means one.
    const value = sent.replaceAll('\u0000', '')
    if (value !== '') flat[name] = name in flat ? `${flat[name]},${value}` : value
  }
  for (const [key, value] of Object.entries((source ?? {}) as Record<string, unknown>)) {
    const bracket = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key)
    const [, name = key, inner = ''] = bracket ?? []
    if (bracket && inner !== '' && !/^\d+$/.test(inner)) {
      nested[name] = { ...nested[name], [inner]: asText(value) }
    } else put(name, asText(value))
  }
  for (const [name, value] of Object.entries(nested)) if (!(name in flat)) put(name, JSON.stringify(value))
  return flat
}

/** Names that came with empty text: absent, except where a form may empty a field. */
export const emptied = (source: unknown): string[] =>
  Object.entries((source ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value === '')
    .map(([name]) => name)

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    return value.some((item) => typeof item === 'object' && item !== null)
      ? JSON.stringify(value)
      : value.map(asText).filter(Boolean).join(',')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Parses by the endpoint's schema. Fields that a form may empty are empty if their name is among the `blank` ones.
 * Throws a refusal that names the first wrong parameter in the caller's language.
 */
export function parseParams<P extends z.ZodObject>(
  schema: P,
  sent: Sent,
  lang: Language,
  blank: readonly string[] = [],
): z.output<P> {
  const cleared = blank.filter((name) => !(name in sent) && isClearable(schema.shape[name]))
  const parsed = schema.safeParse({ ...sent, ...Object.fromEntries(cleared.map((name) => [name, ''])) })
  if (parsed.success) return parsed.data
  return refuseIssue(parsed.error.issues, sent, lang)
}

function refuseIssue(issues: readonly z.core.$ZodIssue[], sent: Sent, lang: Language): never {
  const issue = issues[0]
  if (!issue) return refuse('kit.invalidRequest')
  const name = String(issue.path[0] ?? '')
  const values = { field: fieldName(name, lang), ...limits(issue) }
  if (isMessageCode(issue.message)) return refuse(issue.message, values, name)
  if (!(name in sent) && issue.code === 'invalid_type') return refuse('params.required', values, name)
  return refuse(general(issue), values, name)
}

function limits(issue: z.core.$ZodIssue): Record<string, unknown> {
  if (issue.code === 'too_big') return { max: issue.maximum }
  if (issue.code === 'too_small') return { min: issue.minimum }
  return {}
}

function general(issue: z.core.$ZodIssue) {
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return 'params.tooLong'
    return issue.origin === 'array' ? 'params.tooMany' : 'params.tooBig'
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return issue.minimum === 1 ? 'params.required' : 'params.tooShort'
    return issue.origin === 'array' ? 'params.required' : 'params.tooSmall'
  }
  return 'params.invalid'
}

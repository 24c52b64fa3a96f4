import type * as z from 'zod'
import type { Absorber } from './types.ts'

/** The newest of the events that can be read, and why the others cannot. */
export function newestOf<T extends z.ZodType<{ version: number }>>(
  schema: T,
  events: Parameters<Absorber>[2],
) {
  const rejected = new Map<string, string>()
  let newest: z.output<T> | undefined
  for (const { id, data } of events) {
    const parsed = schema.safeParse(data)
    const issue = parsed.error?.issues[0]
    if (issue) rejected.set(id, `${['data', ...issue.path].join('.')}: ${issue.message}`)
    else if (!newest || newest.version < (parsed.data as z.output<T>).version) newest = parsed.data
  }
  return { newest, rejected }
}

import './no-eval.ts'
import * as z from 'zod'

/*
 * Parameters arrive form-encoded: every value is text, lists are comma-joined, objects are JSON text, and empty text
 * equals absent (the server drops it before these schemas see it). Each builder turns that text into the type that
 * handlers and the browser's client use. An issue's message is either a message code of the contract or zod's own
 * text, which the server replaces by a general code for the kind of issue.
 */

interface Range {
  min?: number
  max?: number
}
interface Missing {
  /** Message code for an absent value, where the screen has its own words for it. */
  missing?: string
}

/** What is too long is not missing: it gets the general words, which name the limit. */
const given = (missing: string | undefined) =>
  z.string(
    missing
      ? { error: ({ code }: { code?: string }) => (code === 'too_big' ? undefined : missing) }
      : undefined,
  )

/** Text without surrounding blanks. `min` and `max` count characters; default at most 200. */
export function text({
  min = 1,
  max = 200,
  missing,
  pattern,
  invalid,
}: Range & Missing & { pattern?: RegExp; invalid?: string } = {}) {
  const base = given(missing).trim().min(min, missing).max(max)
  return pattern ? base.regex(pattern, invalid) : base
}

/** Text taken as it is: passwords and codes, where a blank counts. */
export const secret = ({ max = 4096, missing }: { max?: number } & Missing = {}) => given(missing).max(max)

/** Text that a form may empty: for it alone, empty text and absent are two things. */
export const clearable = ({ max = 200 }: { max?: number } = {}) =>
  z.string().trim().max(max).meta({ clearable: true }).optional()

/** Whether empty text of this parameter means "make it empty". */
export const isClearable = (field: unknown): boolean =>
  field instanceof z.ZodOptional && (field.unwrap() as z.ZodType).meta()?.['clearable'] === true

/** A whole number. */
export function int({ min = 0, max = 2_147_483_647, missing }: Range & Missing = {}) {
  return given(missing)
    .trim()
    .regex(/^-?\d{1,16}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
}

/** A decimal number kept as text, so that no digit is lost: at most `decimals` places, range inclusive. */
export function decimal({
  min = 0,
  max = 1e12,
  decimals = 2,
  missing,
}: Range & Missing & { decimals?: number } = {}) {
  const shape = new RegExp(`^-?\\d{1,15}(\\.\\d{1,${decimals}})?$`)
  return given(missing)
    .trim()
    .regex(shape)
    .superRefine((value, check) => {
      if (!shape.test(value)) return
      if (Number(value) < min)
        check.addIssue({ code: 'too_small', minimum: min, origin: 'number', inclusive: true, input: value })
      if (Number(value) > max)
        check.addIssue({ code: 'too_big', maximum: max, origin: 'number', inclusive: true, input: value })
    })
}

/** One of a few words or numbers. */
export function oneOf<const T extends readonly (string | number)[]>(values: T, { missing }: Missing = {}) {
  const known = new Map(values.map((value) => [String(value), value as T[number]]))
  return given(missing)
    .trim()
    .refine((sent) => known.has(sent), { abort: true })
    .transform((sent) => known.get(sent) as T[number])
    .meta({ enum: [...values] })
}

/** Yes or no: '1' or 'true', '0' or 'false'. */
export const flag = () =>
  oneOf(['1', '0', 'true', 'false'])
    .transform((sent) => sent === '1' || sent === 'true')
    .meta({ enum: ['1', '0'] })

/** A comma list of at most `max` entries; doubles fall out, order stays. */
export function list<T extends z.ZodType<unknown, string>>(
  item: T,
  { max = 100, missing }: { max?: number } & Missing = {},
) {
  return given(missing)
    .transform((sent) => [
      ...new Set(
        sent
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ])
    .pipe(z.array(z.string()).min(1, missing).max(max))
    .pipe(z.array(item))
    .meta({ maxItems: max })
}

/** A comma list whose places count beside other lists: doubles stay, and nothing may be empty. */
export function column<T extends z.ZodType<unknown, string>>(
  item: T,
  { max = 100, missing }: { max?: number } & Missing = {},
) {
  return given(missing)
    .transform((sent) => sent.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().min(1, missing)).max(max))
    .pipe(z.array(item))
    .meta({ maxItems: max })
}

/** An escape in JSON can spell what no database holds: NUL, and half a character. */
const speakable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value

/** JSON text holding a value of the given shape. */
export function json<T extends z.ZodType>(shape: T, { missing }: Missing = {}) {
  return given(missing)
    .transform((sent, check) => {
      try {
        return JSON.parse(sent, speakable) as unknown
      } catch {
        check.addIssue({ code: 'custom', message: 'params.json' })
        return z.NEVER
      }
    })
    .pipe(shape)
}

/** An order number of a platform. */
export const orderNo = () => text({ max: 64, pattern: /^[A-Za-z0-9_-]+$/ })
/** A player id: up to 19 digits, kept as text because it can pass 2^53. */
export const roleId = () => text({ max: 19, pattern: /^\d+$/ })
/** A platform's id. */
export const platformId = () => int({ min: 1 })

/** Whether the calendar and the clock have 'YYYY-MM-DDTHH:mm[:ss]'; years that the database could not hold are none. */
function exists(iso: string): boolean {
  const at = new Date(`${iso}Z`)
  return /^(19|20|21)/.test(iso) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
}

/** A business day, with or without dashes; becomes YYYY-MM-DD. */
export const day = () =>
  text({ max: 10, pattern: /^\d{4}-?\d{2}-?\d{2}$/ })
    .transform((sent) => sent.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, '$1-$2-$3'))
    .refine((sent) => exists(`${sent}T00:00`))
    .meta({ type: 'string', format: 'date' })

/** A month, with or without a dash; becomes YYYY-MM. */
export const month = () =>
  text({ max: 7, pattern: /^\d{4}-?\d{2}$/ })
    .transform((sent) => sent.replace(/^(\d{4})-?(\d{2})$/, '$1-$2'))
    .refine((sent) => exists(`${sent}-01T00:00`))
    .meta({ type: 'string' })

/** A moment in the region's zone: a day, or a day with a time. Stays text; the server cuts it in its zone. */
export const moment = () =>
  text({ max: 19, pattern: /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?$/ }).refine((sent) =>
    exists(sent.length === 10 ? `${sent}T00:00` : sent.replace(' ', 'T')),
  )

/** Page and size of a list. `limit` default 20, at most 300. */
export const paging = ({ limit = 20, max = 300 }: { limit?: number; max?: number } = {}) => ({
  page: int({ min: 1, max: 1_000_000 }).default(1),
  limit: int({ min: 1, max }).default(limit),
})

/** Sorting, under the spelling a call uses. An unknown column means the call's default, as lists always did. */
export const sorting = () => ({
  orderBy: text({ max: 40 }).optional(),
  orderType: oneOf(['asc', 'desc', 'ascending', 'descending', 'ascend', 'descend'])
    .transform((sent): 'asc' | 'desc' => (sent.startsWith('asc') ? 'asc' : 'desc'))
    .meta({ enum: ['asc', 'desc'] })
    .optional(),
})

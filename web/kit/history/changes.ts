/** One thing that is not as it was. `undefined` is absent; lists say what came and went instead. */
export interface Change {
  field: string
  before?: unknown
  after?: unknown
  removed?: readonly unknown[]
  added?: readonly unknown[]
}

type Shape = Readonly<Record<string, unknown>>
const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The key by which the entries of a list are told apart, where all have one. */
function idKey(list: readonly unknown[]): string | undefined {
  const [first] = list
  const key = isShape(first) ? Object.keys(first).find((name) => /^id$|Id$|ID$/.test(name)) : undefined
  return key && list.every((item) => isShape(item) && key in item) ? key : undefined
}

/** A list of things with ids as an object by id, so that a change in one of them is that one's change. */
function byId(list: readonly unknown[], key: string): Shape {
  return Object.fromEntries(
    (list as Shape[]).map(({ [key]: id, ...rest }) => {
      const values = Object.values(rest)
      return [String(id), values.length === 1 ? values[0] : rest]
    }),
  )
}

/** What differs between two states, field by field in the order of the newer one; equal fields are left out. */
export function changesOf(before: unknown, after: unknown, path = ''): Change[] {
  if (same(before, after)) return []
  if (Array.isArray(before ?? []) && Array.isArray(after ?? [])) {
    const was = (before ?? []) as unknown[]
    const is = (after ?? []) as unknown[]
    const key = idKey([...was, ...is])
    if (key) return changesOf(byId(was, key), byId(is, key), path)
    if (Array.isArray(before) || Array.isArray(after))
      return [
        {
          field: path,
          removed: was.filter((item) => !is.some((other) => same(item, other))),
          added: is.filter((item) => !was.some((other) => same(item, other))),
        },
      ]
  }
  if ((isShape(before) || isEmpty(before)) && (isShape(after) || isEmpty(after))) {
    const was = (before ?? {}) as Shape
    const is = (after ?? {}) as Shape
    return [...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((name) =>
      changesOf(was[name], is[name], path ? `${path}.${name}` : name),
    )
  }
  return isEmpty(before) && isEmpty(after) ? [] : [{ field: path, before, after }]
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null

import { useMemo, useState } from 'react'
import { usePage } from '../page.tsx'
import type { ListPlace, Values } from './types.ts'

interface Settings {
  defaults: Values
  limit: number
  /** Where the place lives: in the page's address, or only in this component as dialogs do. */
  inUrl: boolean
  /** Before each name in the address, where a page has more than one list. */
  prefix?: string
  /** What a list without an address is searched by when it comes. */
  start?: Values
}

const own = ['page', 'limit', 'orderBy', 'orderType'] as const

/** The place an address describes. What it does not name has its default; an empty name is a default taken away. */
export function readPlace(
  search: string,
  { defaults, limit, prefix = '' }: Omit<Settings, 'inUrl'>,
): ListPlace {
  const params = new URLSearchParams(search)
  const values: Record<string, string> = { ...defaults }
  for (const [name, value] of params) {
    if (!name.startsWith(prefix)) continue
    const bare = name.slice(prefix.length)
    if (!(own as readonly string[]).includes(bare)) values[bare] = value
  }
  const number = (name: string, fallback: number) => {
    const value = Number(params.get(prefix + name))
    return Number.isInteger(value) && value > 0 ? value : fallback
  }
  const type = params.get(`${prefix}orderType`)
  return {
    page: number('page', 1),
    limit: number('limit', limit),
    orderBy: params.get(`${prefix}orderBy`) ?? '',
    orderType: type === 'asc' || type === 'desc' ? type : '',
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  }
}

/** The address for a place; other lists' and the page's own parts of it stay. */
export function writePlace(
  search: string,
  place: ListPlace,
  { defaults, limit, prefix = '' }: Omit<Settings, 'inUrl'>,
  before: Values,
): string {
  const params = new URLSearchParams(search)
  const set = (name: string, value: string, usual: string) => {
    if (value === usual) params.delete(prefix + name)
    else params.set(prefix + name, value)
  }
  for (const name of new Set([
    ...Object.keys(defaults),
    ...Object.keys(before),
    ...Object.keys(place.values),
  ])) {
    set(name, place.values[name] ?? '', defaults[name] ?? '')
  }
  set('page', String(place.page), '1')
  set('limit', String(place.limit), String(limit))
  set('orderBy', place.orderBy, '')
  set('orderType', place.orderType, '')
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** Where a list stands, and the ways to move: searching, sorting and another size start at page 1. */
export function useListPlace(settings: Settings) {
  const { search, setSearch } = usePage()
  const [local, setLocal] = useState(() => new URLSearchParams(settings.start).toString())
  const { inUrl } = settings
  const text = inUrl ? search : local
  const key = JSON.stringify(settings)
  return useMemo(() => {
    const known = JSON.parse(key) as Settings
    const place = readPlace(text, known)
    const move = (change: Partial<ListPlace>) => {
      const next = writePlace(text, { ...place, page: 1, ...change }, known, place.values)
      if (inUrl) setSearch(next)
      else setLocal(next)
    }
    return {
      place,
      move,
      defaults: known.defaults,
      /** What a saved view keeps of this place; what is as usual is left out, so that "last 7 days" stays relative. */
      saved: writePlace('', { ...place, page: 1 }, { ...known, prefix: '' }, place.values),
      restore: (saved: string) => {
        const { values, limit, orderBy, orderType } = readPlace(saved, { ...known, prefix: '' })
        move({ values, limit, orderBy, orderType })
      },
    }
  }, [text, key, inUrl, setSearch])
}

import type * as z from 'zod'
import { type Language, languages } from '../../contract/kit/language.ts'
import type { UserInfo } from '../../contract/sign-in.ts'

/** A page that stays open in the tags row. `search` is the part of its address after the path. */
export interface OpenTag {
  key: string
  search: string
}
/** A task message waiting in the message box. */
export interface TaskMessage {
  id: string
  time: string
  tips: string
  link?: string
}
export type Appearance = 'system' | 'light' | 'dark'
/** How a person arranged one table. */
export interface TableSettings {
  order: string[]
  hidden: string[]
  pinned: string[]
}

/** What this browser tells the person who waits, and how. Times are 'HH:mm' of the browser's own clock. */
export interface AlertSettings {
  desktop: boolean
  sound: boolean
  about: { orders: boolean; settlements: boolean; late: boolean }
  quiet: { on: boolean; from: string; to: string }
}

interface Stored {
  token: string
  session: { id: string; expires_at: string }
  username: string
  routes: OpenTag[]
  asyncTaskIds: string[]
  MessageTaskList: TaskMessage[]
  admin_locale: Language
  user_info: z.output<typeof UserInfo>
  authRuleIds: number[]
  searchbarHeight: number
  appearance: Appearance
  menuCollapsed: boolean
  dense: boolean
  tables: Record<string, TableSettings>
  alerts: AlertSettings
  /** Late orders that were told already, so that a reload does not tell them again. */
  alertsTold: number[]
}
export type StoredName = keyof Stored

type Reader<T> = (value: unknown) => T | undefined
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOnly: Reader<string> = (value) => (typeof value === 'string' && value ? value : undefined)
const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)
const listOf =
  <T>(item: (value: unknown) => value is T): Reader<T[]> =>
  (value) =>
    Array.isArray(value) ? value.filter(item) : undefined
const isText = (value: unknown): value is string => typeof value === 'string'
const isTag = (value: unknown): value is OpenTag =>
  isObject(value) && isText(value['key']) && isText(value['search'])
const isMessage = (value: unknown): value is TaskMessage =>
  isObject(value) && isText(value['id']) && isText(value['time']) && isText(value['tips'])
const isSettings = (value: unknown): value is TableSettings =>
  isObject(value) &&
  ['order', 'hidden', 'pinned'].every((name) => Array.isArray(value[name]) && value[name].every(isText))

const isClock = (value: unknown): value is string => isText(value) && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
const flags = (value: unknown, names: readonly string[]): value is Record<string, boolean> =>
  isObject(value) && names.every((name) => typeof value[name] === 'boolean')
const isAlerts = (value: unknown): boolean =>
  isObject(value) &&
  flags(value, ['desktop', 'sound']) &&
  flags(value['about'], ['orders', 'settlements', 'late']) &&
  isObject(value['quiet']) &&
  typeof value['quiet']['on'] === 'boolean' &&
  isClock(value['quiet']['from']) &&
  isClock(value['quiet']['to'])

/** Every key the product keeps in this browser: its name in the storage, and how to read it without trusting it. */
const keys: { [K in StoredName]: { key: string; raw?: true; read: Reader<Stored[K]> } } = {
  token: { key: 'pitboss_token', raw: true, read: textOnly },
  session: {
    key: 'pitboss_session',
    read: (value) =>
      isObject(value) && isText(value['id']) && isText(value['expires_at'])
        ? { id: value['id'], expires_at: value['expires_at'] }
        : undefined,
  },
  username: { key: 'pitboss_username', raw: true, read: textOnly },
  routes: { key: 'pitboss_routes', read: listOf(isTag) },
  appearance: {
    key: 'pitboss_appearance',
    raw: true,
    read: (value) => (['system', 'light', 'dark'] as const).find((known) => known === value),
  },
  menuCollapsed: { key: 'pitboss_menuCollapsed', read: flag },
  dense: { key: 'pitboss_dense', read: flag },
  tables: {
    key: 'pitboss_tables',
    read: (value) =>
      isObject(value)
        ? Object.fromEntries(
            Object.entries(value).filter((entry): entry is [string, TableSettings] => isSettings(entry[1])),
          )
        : undefined,
  },
  alerts: {
    key: 'pitboss_alerts',
    read: (value) => (isAlerts(value) ? (value as AlertSettings) : undefined),
  },
  alertsTold: {
    key: 'pitboss_alertsTold',
    read: listOf((value): value is number => typeof value === 'number'),
  },
  asyncTaskIds: { key: 'asyncTaskIds', read: listOf(isText) },
  MessageTaskList: { key: 'MessageTaskList', read: listOf(isMessage) },
  admin_locale: {
    key: 'admin_locale',
    raw: true,
    read: (value) => languages.find((known) => known === value),
  },
  user_info: {
    key: 'user_info',
    read: (value) =>
      isObject(value) && isText(value['username']) && typeof value['kind'] === 'number'
        ? (value as unknown as Stored['user_info'])
        : undefined,
  },
  authRuleIds: {
    key: 'authRuleIds',
    read: listOf((value): value is number => typeof value === 'number'),
  },
  searchbarHeight: {
    key: 'searchbarHeight',
    read: (value) => (typeof value === 'number' && value >= 0 ? value : undefined),
  },
}

// Parsed values by raw text, so that reading twice gives the same object and React sees no change.
const parsed = new Map<StoredName, { raw: string | null; value: unknown }>()
const listeners = new Map<StoredName, Set<() => void>>()

/** What is stored, or undefined where nothing is or where it is damaged. */
export function read<K extends StoredName>(name: K): Stored[K] | undefined {
  const { key, raw: isRaw, read: reader } = keys[name]
  const raw = localStorage.getItem(key)
  const known = parsed.get(name)
  if (known && known.raw === raw) return known.value as Stored[K] | undefined
  const value = raw === null ? undefined : reader(isRaw ? raw : parse(raw))
  parsed.set(name, { raw, value })
  return value
}

/** Stores a value; undefined removes it. A full or forbidden storage costs the memory, not the page. */
export function write<K extends StoredName>(name: K, value: Stored[K] | undefined): void {
  const { key, raw } = keys[name]
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, raw ? String(value) : JSON.stringify(value))
  } catch {
    return
  }
  tell(name)
}

/** Calls back when this tab or another one changes the value; returns the way to stop. */
export function watch(name: StoredName, changed: () => void): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set.add(changed))
  return () => set.delete(changed)
}

/** Forgets everything of the account that was signed in; only the language stays. */
export function forgetAccount(): void {
  for (const name of Object.keys(keys) as StoredName[]) {
    if (name !== 'admin_locale') write(name, undefined)
  }
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

function tell(name: StoredName): void {
  for (const changed of listeners.get(name) ?? []) changed()
}

window.addEventListener('storage', (event) => {
  for (const name of Object.keys(keys) as StoredName[]) {
    if (event.key === null || event.key === keys[name].key) tell(name)
  }
})

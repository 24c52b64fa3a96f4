import { type Language, languageOf, type Text } from '../../contract/kit/language.ts'
import { read, write } from './storage.ts'
import { useStored } from './stored.ts'

/** The same keys and variables as the Chinese source, other words: what is missing or extra does not compile. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : Texts<T[K]>
}

/** A room's words in every language, each language a chunk of its own. */
export interface Words<T> {
  load: (language: Language) => Promise<Texts<T>>
  /** What is loaded already. */
  now: (language: Language) => Texts<T> | undefined
}

const rooms: Words<unknown>[] = []

/** Declares a room's words. Loading starts at once, so a page that arrives finds its words already there. */
export function words<T>(source: {
  'zh-cn': () => Promise<{ zh: T }>
  'en-us': () => Promise<{ en: Texts<T> }>
}): Words<T> {
  const promises = new Map<Language, Promise<Texts<T>>>()
  const fetchOne = async (language: Language): Promise<Texts<T>> => {
    const texts =
      language === 'zh-cn' ? ((await source['zh-cn']()).zh as Texts<T>) : (await source['en-us']()).en
    return texts
  }
  const loaded = new Map<Language, Texts<T>>()
  const room: Words<T> = {
    now: (language) => loaded.get(language),
    load(language) {
      const known = promises.get(language)
      if (known) return known
      const fresh = fetchOne(language)
      fresh.then(
        (texts) => loaded.set(language, texts),
        // A chunk that did not arrive is asked for again next time.
        () => promises.delete(language),
      )
      promises.set(language, fresh)
      return fresh
    },
  }
  rooms.push(room)
  room.load(language()).catch(() => {})
  return room
}

/** The language in use; Chinese until somebody chose. */
export const language = (): Language => languageOf(read('admin_locale'))

/** Follows the language in use. */
export const useLanguage = (): Language => languageOf(useStored('admin_locale'))

/** Loads every room's words first and changes then, so no page is torn down and no input is lost. */
export async function changeLanguage(next: Language): Promise<void> {
  await Promise.all(rooms.map((room) => room.load(next)))
  write('admin_locale', next)
}

export const htmlLang = (of: Language): string => (of === 'zh-cn' ? 'zh-CN' : 'en-US')

/** The words of a room in the language in use. */
export function useText<T>(room: Words<T>): Texts<T> {
  const current = useLanguage()
  const texts = room.now(current)
  // What `use` does; but it must be called on every render or on none, and words that are there need no promise.
  // oxlint-disable-next-line typescript/only-throw-error -- React waits for a promise that is thrown
  if (!texts) throw room.load(current)
  return texts
}

/** A text of the contract in the language in use. */
export function useSay(): (text: Text) => string {
  const current = useLanguage()
  return (text) => text[current]
}

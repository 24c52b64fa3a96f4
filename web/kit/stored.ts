import { useCallback, useSyncExternalStore } from 'react'
import { read, type StoredName, watch } from './storage.ts'

/** A stored value that follows changes of this tab and of others. */
export function useStored<K extends StoredName>(name: K): ReturnType<typeof read<K>> {
  const subscribe = useCallback((changed: () => void) => watch(name, changed), [name])
  return useSyncExternalStore(subscribe, () => read(name))
}

import { keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallOf, Endpoint, ResultOf } from '../../contract/kit/endpoint.ts'
import { ApiError, call, encode } from './api.ts'
import { usePageAwake } from './page.tsx'
import { useLanguage } from './text.ts'
import { toast } from './toast.ts'

const second = 1000
const hour = 3600 * second

/** Answers are fresh for half a minute; those of pages that are put away survive, for nobody observes them there. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30 * second, gcTime: 4 * hour, retry: false, refetchOnWindowFocus: false },
  },
})

export interface QueryOptions {
  enabled?: boolean
  /** No toast on failure. */
  silent?: boolean
  /** Ask again every so many milliseconds while the page is visible. */
  everyMs?: number
  staleMs?: number
  /** Show the last answer until the one for the new parameters is there. */
  keep?: boolean
}

/** Reads by a call. The answer depends on the language, since the server translates labels. */
export function useCall<E extends Endpoint>(endpoint: E, params: CallOf<E>, options: QueryOptions = {}) {
  const language = useLanguage()
  return useQuery<ResultOf<E>, ApiError>({
    queryKey: [endpoint.id, Object.fromEntries(encode(params)), language],
    // The signal is not read: a page put away lets its request finish instead of asking again on return.
    queryFn: () => call(endpoint, params, { silent: options.silent ?? false }),
    enabled: options.enabled ?? true,
    // A page put away asks nothing; when it comes back, what is out of date is read again.
    subscribed: usePageAwake(),
    refetchInterval: options.everyMs ?? false,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  })
}

interface ActOptions<R> {
  silent?: boolean
  /** Toast after success: words, or what the answer says. */
  done?: string | ((result: R) => string)
  /** Reads that are out of date afterwards. */
  refreshes?: readonly Endpoint[]
}

/** Changes something by a call: `await save.run(params)`; `save.running` while it lasts. */
export function useAct<E extends Endpoint>(endpoint: E, options: ActOptions<ResultOf<E>> = {}) {
  const { mutateAsync, isPending, error } = useMutation<ResultOf<E>, ApiError, CallOf<E>>({
    mutationFn: (params) => call(endpoint, params, { silent: options.silent ?? false }),
    onSuccess: async (result) => {
      if (options.done) toast.success(typeof options.done === 'string' ? options.done : options.done(result))
      await Promise.all((options.refreshes ?? []).map(refresh))
    },
  })
  return useMemo(() => ({ run: mutateAsync, running: isPending, error }), [mutateAsync, isPending, error])
}

/** Marks every answer of a read as out of date; visible pages ask again at once, others when they come back. */
export const refresh = (endpoint: Pick<Endpoint, 'id'>): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [endpoint.id] })

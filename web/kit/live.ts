import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Envelope } from '../../contract/kit/codes.ts'
import { type LiveEvent, livePath } from '../../contract/live.ts'
import { authorization, isSessionError } from './api.ts'
import { readEvents } from './live-stream.ts'
import { usePageAwake } from './page.tsx'
import { sessionLost } from './session.ts'
import { language } from './text.ts'

/*
 * One tab of the browser reads the server's stream and tells the others, so ten open tabs cost one connection. Which one
 * is decided by a lock that the browser hands on when that tab goes away.
 */
type Heard =
  | { type: 'event'; event: LiveEvent }
  | { type: 'connected'; connected: boolean }
  | { type: 'hello' }

const lockName = 'pitboss-live'
const firstWaitMs = 1000
const longestWaitMs = 30_000

const handlers = new Set<(event: LiveEvent) => void>()
const watchers = new Set<() => void>()
let connected = false

function setConnected(now: boolean): void {
  if (connected === now) return
  connected = now
  for (const watcher of watchers) watcher()
}

const tell = (event: LiveEvent): void => {
  for (const handler of handlers) handler(event)
}

/** Hears what happens on the server while the page is visible; it may have missed some while it was not. */
export function useLive(handler: (event: LiveEvent) => void): void {
  const heard = useEffectEvent(handler)
  const awake = usePageAwake()
  useEffect(() => {
    if (!awake) return
    const own = (event: LiveEvent) => heard(event)
    handlers.add(own)
    return () => {
      handlers.delete(own)
    }
  }, [awake])
}

/** Whether events arrive. While they don't, pages fall back to asking again and again. */
export const useLiveConnected = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => connected,
  )

/** Starts hearing for the signed-in account; returns the way to stop. */
export function startLive(): () => void {
  const stop = new AbortController()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(lockName)
  let reading = false
  const share = (heard: Heard) => channel?.postMessage(heard)
  channel?.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
    if (data.type === 'event') tell(data.event)
    else if (data.type === 'connected') setConnected(data.connected)
    else if (reading) share({ type: 'connected', connected })
  })
  const read = async () => {
    reading = true
    await keepReading(stop.signal, {
      event: (event) => {
        tell(event)
        share({ type: 'event', event })
      },
      connected: (now) => {
        setConnected(now)
        share({ type: 'connected', connected: now })
      },
    })
  }
  share({ type: 'hello' })
  // Without locks (an insecure origin, an old browser) each tab reads for itself, and keeps what it hears to itself.
  const locks = channel ? (navigator.locks as LockManager | undefined) : undefined
  const work = locks ? locks.request(lockName, { signal: stop.signal }, read) : read()
  work.catch(() => {})
  return () => {
    stop.abort()
    channel?.close()
    setConnected(false)
  }
}

interface Listener {
  event: (event: LiveEvent) => void
  connected: (now: boolean) => void
}

async function keepReading(signal: AbortSignal, listener: Listener): Promise<void> {
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    const began = Date.now()
    await readOnce(signal, listener).catch(() => {})
    if (signal.aborted) return
    listener.connected(false)
    // A connection that held was a good one: start again quickly, though never all tabs of a company at once.
    waitMs = Date.now() - began > longestWaitMs ? firstWaitMs : Math.min(waitMs * 2, longestWaitMs)
    await pause(waitMs * (0.5 + Math.random() / 2), signal)
  }
}

async function readOnce(signal: AbortSignal, listener: Listener): Promise<void> {
  const address = `${livePath}?${new URLSearchParams({ lang: language(), appId: '3' })}`
  const answer = await fetch(address, {
    headers: { accept: 'text/event-stream', ...authorization() },
    signal,
    cache: 'no-store',
  })
  if (!answer.headers.get('content-type')?.includes('text/event-stream')) {
    const said = (await answer.json()) as Envelope
    if (isSessionError(said.code)) sessionLost(said.message)
    return
  }
  if (!answer.body) return
  listener.connected(true)
  await readEvents(answer.body, signal, (data) => listener.event(JSON.parse(data) as LiveEvent))
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

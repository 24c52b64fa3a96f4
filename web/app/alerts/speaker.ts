const lockName = 'pitboss-alerts'

/**
 * Of all tabs of the browser one speaks: the one that was used last, since a browser lets only a tab that somebody has
 * touched make a sound. Without locks (an insecure origin, an old browser) each speaks for itself.
 */
export function electSpeaker(speaks: (on: boolean) => void): () => void {
  const stop = new AbortController()
  const locks = navigator.locks as LockManager | undefined
  if (!locks) {
    speaks(true)
    return () => speaks(false)
  }
  let holds = false
  const hold = async () => {
    holds = true
    speaks(true)
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
  }
  const wait = async (options: LockOptions): Promise<void> => {
    try {
      await locks.request(lockName, options, hold)
    } catch {
      // Another tab was used and speaks now: stand in line again.
      holds = false
      speaks(false)
      if (!stop.signal.aborted) await wait({ signal: stop.signal })
    }
  }
  void wait({ signal: stop.signal })
  const used = () => {
    if (!holds && !stop.signal.aborted) void wait({ steal: true })
  }
  const gestures = ['pointerdown', 'keydown'] as const
  for (const gesture of gestures) window.addEventListener(gesture, used, true)
  return () => {
    for (const gesture of gestures) window.removeEventListener(gesture, used, true)
    stop.abort()
    speaks(false)
  }
}

let audio: AudioContext | undefined

/** Two short rising tones. A tab nobody has touched yet stays silent. */
export function chime(): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume().catch(() => {})
  const begin = audio.currentTime + 0.02
  for (const [index, pitch] of [660, 880].entries()) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const from = begin + index * 0.16
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.0001, from)
    volume.gain.exponentialRampToValueAtTime(0.18, from + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.3)
    tone.connect(volume).connect(audio.destination)
    tone.start(from)
    tone.stop(from + 0.32)
  }
}

export interface Alert {
  /** Alerts of one name replace each other on the desktop. */
  name: string
  title: string
  text: string
  open: () => void
}

export const mayNotify = (): NotificationPermission | 'missing' =>
  typeof Notification === 'undefined' ? 'missing' : Notification.permission

/** A notice of the system; pressed, it brings the console to the front. */
export function notify({ name, title, text, open }: Alert): void {
  if (mayNotify() !== 'granted') return
  const shown = new Notification(title, {
    body: text,
    tag: `pitboss-${name}`,
    icon: '/mark.svg',
    silent: true,
  })
  shown.addEventListener('click', () => {
    window.focus()
    open()
    shown.close()
  })
}

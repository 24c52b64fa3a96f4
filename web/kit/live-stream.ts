/** The server says something at least every 25 seconds; silence for longer is a dead connection. */
const silenceMs = 60_000

/** Reads server-sent events until the stream ends, goes silent or is stopped; gives each event's data. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  event: (data: string) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (!signal.aborted) {
      const chunk = await within(silenceMs, reader.read())
      if (!chunk || chunk.done) return
      rest += decoder.decode(chunk.value, { stream: true })
      const blocks = rest.replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = block
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).replace(/^ /, ''))
        if (data.length > 0) event(data.join('\n'))
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

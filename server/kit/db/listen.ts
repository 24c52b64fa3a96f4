import { Client, type ClientConfig, escapeIdentifier } from 'pg'

/**
 * Hears a channel on a connection of its own and comes back by itself when it breaks. What was said meanwhile is lost:
 * whoever listens needs another way to find it. Answers how to stop.
 */
export async function listenTo(
  connection: ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  let client: Client | undefined
  let closed = false

  async function listen(): Promise<void> {
    const next = new Client({ ...connection, application_name: `pitboss ${channel}` })
    next.on('notification', ({ payload }) => {
      if (payload !== undefined) onMessage(payload)
    })
    next.on('error', (error) => {
      if (client !== next) return
      client = undefined
      onError(error)
      void again()
    })
    await next.connect()
    await next.query(`listen ${escapeIdentifier(channel)}`)
    if (closed) await next.end()
    else client = next
  }
  async function again(): Promise<void> {
    while (!closed && !client) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await listen().catch(onError)
    }
  }

  await listen()
  return async () => {
    closed = true
    const last = client
    client = undefined
    await last?.end()
  }
}

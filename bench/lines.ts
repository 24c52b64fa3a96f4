import pg from 'pg'
import type { Statement } from './floors.ts'
import { type HttpConnection, openConnection, requestText } from './http-client.ts'
import type { Stage } from './stage.ts'

/** Connections that are kept open over a whole run, as many as a case asks for. */
export interface Lines {
  http(url: string, worker: number): HttpConnection
  sql(worker: number, statement: Statement, values: unknown[]): Promise<pg.QueryResult>
  close(): Promise<void>
}

export async function openLines(
  stage: Pick<Stage, 'databaseUrl'>,
  urls: readonly string[],
  most: number,
): Promise<Lines> {
  const each = <T>(open: () => Promise<T>) => Promise.all(Array.from({ length: most }, open))
  const clients = await each(async () => {
    const client = new pg.Client(stage.databaseUrl)
    // Cut off when a run is cleaned up early; whoever asks it something hears of it then.
    client.on('error', () => {})
    await client.connect()
    return client
  })
  const connections = new Map(
    await Promise.all(urls.map(async (url) => [url, await each(() => openConnection(url))] as const)),
  )
  const found = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('no such connection')
    return value
  }
  return {
    http: (url, worker) => found(connections.get(url)?.[worker]),
    sql: (worker, { name, text }, values) => found(clients[worker]).query({ name, text, values }),
    async close() {
      for (const of of connections.values()) for (const connection of of) connection.close()
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}

/** A call of the console as it goes over the wire. */
export function callText(
  { token }: Pick<Stage, 'token'>,
  method: 'GET' | 'POST',
  path: string,
  params: Readonly<Record<string, string | number>>,
): Buffer {
  const form = new URLSearchParams({ lang: 'en-us', appId: '3' })
  for (const [name, value] of Object.entries(params)) form.set(name, String(value))
  const authorization = `Bearer ${token}`
  return method === 'GET'
    ? requestText('GET', `${path}?${form}`, { authorization })
    : requestText(
        'POST',
        path,
        { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        String(form),
      )
}

const succeeded = Buffer.from('"success":true')

/** Sends a call and makes sure that it did what it says. */
export async function callOver(connection: HttpConnection, request: Buffer): Promise<Buffer> {
  const answer = await connection.send(request)
  if (!answer.subarray(0, 200).includes(succeeded) && !answer.includes(succeeded))
    throw new Error(`refused: ${answer.toString().slice(0, 300)}`)
  return answer
}

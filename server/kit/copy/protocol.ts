import { once } from 'node:events'
import { Readable, Transform } from 'node:stream'
import type { Client, Connection, Submittable } from 'pg'

/*
 * COPY in both directions over a plain connection. The driver hands the messages of a statement to whatever was
 * submitted; it has no COPY of its own.
 */

interface Wire extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const batchBytes = 64 * 1024

/** What `copy … to stdout` gives, in pieces of about 64 KB. The server waits while nobody reads. */
export function copyOut(client: Client, statement: string): Readable {
  let wire: Wire | undefined
  let parts: Buffer[] = []
  let size = 0
  const stream = new Readable({
    highWaterMark: 4 * batchBytes,
    read() {
      wire?.stream.resume()
    },
    destroy(error, done) {
      // The rest still arrives and is thrown away; a connection left paused would never be free again.
      wire?.stream.resume()
      done(error)
    },
  })
  const flush = () => {
    if (size > 0 && !stream.destroyed && !stream.push(Buffer.concat(parts))) wire?.stream.pause()
    parts = []
    size = 0
  }
  const ignore = () => {}
  const query: Submittable & Record<string, unknown> = {
    submit(connection: Connection) {
      wire = connection as Wire
      connection.query(statement)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The parser uses its buffer again.
      parts.push(Buffer.from(chunk))
      size += chunk.length
      if (size >= batchBytes) flush()
    },
    handleCommandComplete: flush,
    handleReadyForQuery() {
      if (!stream.destroyed) stream.push(null)
    },
    handleError(error: Error) {
      stream.destroy(error)
    },
    handleRowDescription: ignore,
    handleDataRow: ignore,
    handleEmptyQuery: ignore,
    handlePortalSuspended: ignore,
  }
  client.query(query)
  return stream
}

/** Feeds `copy … from stdin` and answers the number of rows. A source that fails leaves nothing of the statement. */
export function copyIn(client: Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let failed = false
    let rows = 0
    const feed = async (wire: Wire) => {
      try {
        for await (const chunk of source) {
          if (failed) return
          wire.sendCopyFromChunk(chunk)
          if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
        }
        if (!failed) wire.endCopyFrom()
      } catch (error) {
        if (!failed) wire.sendCopyFail(error instanceof Error ? error.message : String(error))
      }
    }
    const ignore = () => {}
    const query: Submittable & Record<string, unknown> = {
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse: (connection: Connection) => void feed(connection as Wire),
      handleCommandComplete({ text }: { text: string }) {
        rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
      },
      handleReadyForQuery: () => resolve(rows),
      handleError(error: Error) {
        failed = true
        reject(error)
      },
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handleEmptyQuery: ignore,
      handlePortalSuspended: ignore,
    }
    client.query(query)
  })
}

/** Rows end in a line feed, and one within a value is written as two letters. */
export function rowCounter(): { stream: Transform; count: () => number } {
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1
      done(null, chunk)
    },
  })
  return { stream, count: () => rows }
}

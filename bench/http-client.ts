import { connect, type Socket } from 'node:net'

/** One keep-alive connection that sends one request at a time; little enough work not to be what is measured. */
export interface HttpConnection {
  /** Body of the answer. Throws on any status but 200. Opens the connection anew where the server has closed it. */
  send(request: Buffer): Promise<Buffer>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')

/** A request as it goes over the wire. */
export function requestText(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': Buffer.byteLength(body) })
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body)])
}

export async function openConnection(url: string): Promise<HttpConnection> {
  let line = await openLine(url)
  return {
    // A server ends connections that were idle for a minute or so, as those of other cases are.
    async send(request) {
      if (line.closed()) line = await openLine(url)
      return line.send(request)
    },
    close: () => line.close(),
  }
}

async function openLine(url: string): Promise<HttpConnection & { closed(): boolean }> {
  const { hostname, port } = new URL(url)
  const socket = await new Promise<Socket>((opened, failed) => {
    const opening = connect({ host: hostname, port: Number(port), noDelay: true })
    opening.once('connect', () => opened(opening)).once('error', failed)
  })
  let waiting: { done: (body: Buffer) => void; failed: (error: Error) => void } | undefined
  let received: Buffer[] = []
  let have = 0
  let need = 0
  let headLength = 0
  let status = 0

  const fail = (error: Error) => {
    socket.destroy()
    const failed = waiting?.failed
    waiting = undefined
    failed?.(error)
  }
  socket.on('error', fail)
  socket.on('end', () => fail(new Error('connection closed')))
  socket.on('close', () => fail(new Error('connection closed')))
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    have += chunk.length
    if (need === 0) {
      const all = received.length === 1 ? chunk : Buffer.concat(received)
      received = [all]
      const end = all.indexOf(headEnd)
      if (end < 0) return
      const head = all.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (length === undefined) {
        fail(new Error('an answer without content-length'))
        return
      }
      status = Number(head.slice(9, 12))
      headLength = end + headEnd.length
      need = headLength + Number(length)
    }
    if (have < need) return
    const body = Buffer.concat(received).subarray(headLength, need)
    received = []
    have = 0
    need = 0
    const done = waiting
    waiting = undefined
    if (status === 200) done?.done(body)
    else done?.failed(new Error(`HTTP ${status}: ${body.toString().slice(0, 300)}`))
  })
  return {
    closed: () => socket.destroyed,
    send: (request) =>
      new Promise((done, failed) => {
        waiting = { done, failed }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const shape = /^[\w-]{8,64}$/

/**
 * Names each request once among all processes, so that a line of the log, an answer's reference and a complaint can be
 * brought together. A proxy that is trusted may have named it already.
 */
export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (trustProxy && typeof given === 'string' && shape.test(given)) return given
    count += 1
    return `${process}-${count.toString(36)}`
  }
}

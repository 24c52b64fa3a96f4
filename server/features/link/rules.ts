import type { LinkFinding } from '../../../contract/link.ts'
import { LinkFailure } from './types.ts'

const answers = ['done', 'accepted', 'refused'] as const
type AnswerState = (typeof answers)[number]

const isAnswer = (state: unknown): state is AnswerState => answers.includes(state as AnswerState)
const fieldsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>

/** A platform's word on a command, however it was got. */
export interface Answer {
  state: AnswerState
  reason: string
}

/** Reads the answer to a command. Throws `LinkFailure` when it is not one, or is about another key. */
export function readAnswer(answer: unknown, key: string): Answer {
  const { key: about, state, reason } = fieldsOf(answer)
  if (about !== key) throw new LinkFailure('broken', 'the answer is about another key')
  return asAnswer(state, reason)
}

/** Reads the result of the query `command`: null when the platform never saw the key. */
export function readLookUp(result: unknown): Answer | null {
  const { seen, state, reason } = fieldsOf(result)
  if (seen === false) return null
  if (seen !== true) throw new LinkFailure('broken', 'the answer to command does not say whether it was seen')
  return asAnswer(state, reason)
}

function asAnswer(state: unknown, reason: unknown): Answer {
  if (!isAnswer(state))
    throw new LinkFailure('broken', `unknown state ${JSON.stringify(state)?.slice(0, 60)}`)
  return { state, reason: typeof reason === 'string' ? reason.replaceAll('\0', '').slice(0, 500) : '' }
}

/** Whether nobody is there to answer: then a try says nothing about the command, and the others wait too. */
export const isDown = ({ kind, status }: LinkFailure): boolean =>
  kind === 'unreachable' ||
  kind === 'no-address' ||
  (kind === 'http' && status !== undefined && [429, 502, 503, 504].includes(status))

/** Whether the platform answers, but not as the protocol says; waiting rarely helps. */
const breaksContract = ({ kind, status = 0 }: LinkFailure): boolean =>
  kind === 'broken' || (kind === 'http' && status >= 400 && status < 500 && ![408, 425, 429].includes(status))

/** Pause in ms before a command is looked at again, after so many tries: 1 s, 2 s, 4 s ... 60 s. */
export const pauseAfter = (tries: number): number =>
  Math.min(60_000, 1_000 * 2 ** Math.min(Math.max(tries, 1) - 1, 6))

const dayMs = 24 * 3_600_000

/**
 * What becomes of a command after a failed try. It stays unknown and is asked about again, for ever if nobody answers;
 * given up only when the platform has broken the contract for a day, or in an hour of malformed answers.
 */
export function decideFailure(
  failure: LinkFailure,
  { tries, ageMs }: { tries: number; ageMs: number },
): { state: 'unknown' | 'dead'; pauseMs: number; counts: boolean } {
  if (isDown(failure)) return { state: 'unknown', pauseMs: 1_000, counts: false }
  const hopeless =
    breaksContract(failure) && ((tries >= 20 && ageMs >= dayMs) || (failure.kind === 'broken' && tries >= 60))
  return { state: hopeless ? 'dead' : 'unknown', pauseMs: pauseAfter(tries), counts: true }
}

/** Failures in a row after which a platform counts as troubled though it can be reached. */
const patience = 5

/**
 * How long nothing is sent to a platform after so many failures in a row. At most 5 s where nobody is there, 1 s where
 * it answers badly: then it is tried again.
 */
export function lanePauseMs(failuresInARow: number, down: boolean): number {
  const beyond = down ? failuresInARow : failuresInARow - patience
  return beyond <= 0 ? 0 : Math.min(down ? 5_000 : 1_000, 250 * 2 ** Math.min(beyond - 1, 5))
}

/** A platform tells its counters every minute or so; silent for longer than this, it is late. */
const lateAfterMs = 10 * 60_000

/** What is written of a platform's link, both ways. */
export interface LinkRecord {
  last_event_at: Date | null
  last_answer_at: Date | null
  last_failure_at: Date | null
  last_failure: string
}

/** Whether the newest word on calling the platform is a failure. */
export const isFailing = ({ last_failure_at: failed, last_answer_at: answered }: LinkRecord): boolean =>
  failed !== null && (answered === null || failed > answered)

/** Whether a platform that used to send events has fallen silent. */
export const isLate = ({ last_event_at: told }: Pick<LinkRecord, 'last_event_at'>, now: Date): boolean =>
  told !== null && now.getTime() - told.getTime() > lateAfterMs

/** The trouble with a link in a word, '' for none: 'down' and 'refused' of our calls, 'late' of its events. */
export function linkTrouble(record: LinkRecord, now: Date): '' | 'down' | 'refused' | 'late' {
  if (isFailing(record)) return record.last_failure.startsWith('http') ? 'refused' : 'down'
  return isLate(record, now) ? 'late' : ''
}

/** What a failed call of a platform means for people. */
export function findingOf({
  kind,
  code,
  message,
  status = 0,
}: Pick<LinkFailure, 'kind' | 'code' | 'message' | 'status'>): LinkFinding {
  if (kind === 'http') return refusalFindings[code] ?? (status >= 500 ? 'serverError' : 'status')
  if (kind === 'broken') return 'garbled'
  if (kind === 'timeout') return /^(no answer|given up)/.test(message) ? 'timeout' : 'dropped'
  if (kind === 'no-address')
    return /secret/.test(message)
      ? 'noSecret'
      : message.startsWith('http is not allowed')
        ? 'plainHttp'
        : 'noAddress'
  return /^(CERT_|ERR_TLS|DEPTH_|SELF_|UNABLE_)/.test(message) ? 'tls' : 'unreachable'
}

/** What the protocol's words for a refused request mean for people. */
export const refusalFindings: Readonly<Record<string, LinkFinding>> = {
  unknown_platform: 'unknownPlatform',
  bad_version: 'version',
  stale_timestamp: 'clock',
  bad_signature: 'signature',
  replayed_nonce: 'replayed',
}

import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { type BotSetting, dayMs, entriesBetween } from './bot-entries.ts'
import type { World } from './world.ts'

/*
 * A chat bot that reports to Pitboss as docs/bot-log.md says. It knows that page and nothing else. What it did on a day
 * follows from the seed, the day and a number, so it keeps no book: after a restart it tells the last days again, and
 * what is known already changes nothing.
 */

const path = '/adminapi/serves/botLog'
const daysBack = 28
const longestPauseMs = 60_000

export interface Bot {
  /** Takes up a setting, also in place of another. */
  set(setting: BotSetting): void
  /** What it told and how often it was not understood. */
  state(): object
  stop(): void
}

/** Reports what falls due, at once what the last days held; after a failure it waits, longer each time. */
export function startBot(world: Pick<World, 'now' | 'seed'>, everyMs = 5_000): Bot {
  let setting: BotSetting | undefined
  let toldUntil = 0
  let pauseUntil = 0
  let pauseMs = 0
  let busy = false
  const tally = { accepted: 0, duplicate: 0, rejected: 0, failures: 0, lastAnswer: '' }

  const tell = async () => {
    if (!setting || busy || world.now() < pauseUntil) return
    busy = true
    const until = world.now()
    const first = toldUntil === 0
    const entries = entriesBetween(world.seed, setting, first ? until - daysBack * dayMs : toldUntil, until)
    try {
      if (first || entries.length > 0) {
        const at = new Date(until).toISOString()
        const people = first
          ? {
              chats: setting.accounts.map(({ channel_account, chat_title }) => ({
                channel_account,
                chat_title,
                at,
              })),
              admins: setting.admins.map((admin) => ({ ...admin, at })),
            }
          : {}
        const verdict = await post(setting, { entries: entries.slice(-500), ...people }, until)
        for (const word of ['accepted', 'duplicate', 'rejected'] as const) tally[word] += verdict[word].length
      }
      toldUntil = until
      pauseMs = 0
      tally.lastAnswer = 'ok'
    } catch (error) {
      tally.failures++
      tally.lastAnswer = error instanceof Error ? error.message : String(error)
      pauseMs = Math.min(Math.max(pauseMs * 2, 1000), longestPauseMs)
      pauseUntil = world.now() + pauseMs
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void tell(), everyMs)
  return {
    set(next) {
      setting = next
      toldUntil = 0
      pauseUntil = 0
      void tell()
    },
    state: () => ({ ...tally, toldUntil: toldUntil ? new Date(toldUntil).toISOString() : '' }),
    stop: () => clearInterval(timer),
  }
}

const Answer = z.object({
  success: z.boolean(),
  message: z.string(),
  data: z
    .object({
      accepted: z.array(z.unknown()),
      duplicate: z.array(z.unknown()),
      rejected: z.array(z.unknown()),
    })
    .nullable(),
})

async function post({ pitbossUrl, key_id, secret }: BotSetting, report: object, nowMs: number) {
  const body = JSON.stringify(report)
  const timestamp = String(Math.floor(nowMs / 1000))
  const signature = createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(`POST\n${path}\n${timestamp}\n${body}`)
    .digest('hex')
  const response = await fetch(`${pitbossUrl.replace(/\/$/, '')}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Bot-Key': key_id,
      'X-Bot-Timestamp': timestamp,
      'X-Bot-Signature': signature,
    },
    body,
    signal: AbortSignal.timeout(30_000),
  })
  const answer = Answer.parse(await response.json())
  if (!answer.data) throw new Error(answer.message)
  return answer.data
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { codes } from '../../../contract/kit/codes.ts'
import { logs } from '../../../contract/logs.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { Refusal } from '../../kit/refusal.ts'
import { botSecret } from './bot-key.ts'

/** How far the bot's clock may be off, in seconds. */
const toleranceSeconds = 300

/** HMAC-SHA256 over method, path, timestamp and the raw body. */
export const botSignature = (secret: Buffer, timestamp: string, body: Buffer | string): Buffer =>
  createHmac('sha256', secret).update(`POST\n${logs.botLog.path}\n${timestamp}\n`).update(body).digest()

const no = (message: 'logs.noSuchKey' | 'logs.staleTimestamp' | 'logs.badSignature') =>
  new Refusal(message, {}, { code: codes.forbidden })

/**
 * Refuses what the bot's key did not sign. Sending a request again changes nothing, since entries have ids and what is
 * told of an account is dated, so no nonce is asked for.
 */
export async function checkBotSignature(
  ctx: Pick<Ctx, 'db' | 'vault' | 'clock'>,
  { body, headers }: Ctx['raw'],
): Promise<void> {
  const secret = await botSecret(ctx, String(headers['x-bot-key'] ?? ''))
  if (!secret) throw no('logs.noSuchKey')
  const timestamp = String(headers['x-bot-timestamp'] ?? '')
  const off = Math.abs(ctx.clock.now().getTime() / 1000 - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || off > toleranceSeconds) throw no('logs.staleTimestamp')
  const sent = String(headers['x-bot-signature'] ?? '')
  const right =
    /^[0-9a-f]{64}$/.test(sent) &&
    timingSafeEqual(Buffer.from(sent, 'hex'), botSignature(secret, timestamp, body))
  if (!right) throw no('logs.badSignature')
}

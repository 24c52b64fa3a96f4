import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../kit/db/connect.ts'
import { announce } from '../../kit/live.ts'
import type { CommandOutcome } from '../link/index.ts'

const Switched = z.object({ codes: z.array(z.string()), on: z.boolean() })
const Sorted = z.object({ channels: z.array(z.object({ code: z.string(), sort: z.int() })) })

/**
 * What a platform says it did is shown at once; the list it tells afterwards has the last word. A command that ended
 * otherwise only tells open pages that it waits no longer.
 */
export async function paywayCommandMoved(
  tx: Tx,
  { platformId, key, name, state }: CommandOutcome,
): Promise<void> {
  if (name !== 'depositChannels.switch' && name !== 'depositChannels.sort') return
  if (state === 'done') {
    const { data } = await tx
      .selectFrom('link_outbox')
      .select('data')
      .where('platform_id', '=', platformId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (name === 'depositChannels.switch') {
      const { codes, on } = Switched.parse(data)
      await sql`update deposit_channels set is_on = ${on ? 1 : 0}
        where platform_id = ${platformId} and channel_code = any(${codes}::text[])`.execute(tx)
    } else {
      const { channels } = Sorted.parse(data)
      await sql`update deposit_channels d set sort = c.sort
        from jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as c (code text, sort int)
        where d.platform_id = ${platformId} and d.channel_code = c.code`.execute(tx)
    }
  }
  await announce(tx, { type: 'platform', platformId })
}

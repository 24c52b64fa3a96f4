import { enqueueCommands } from '../features/link/index.ts'
import type { Db } from '../kit/db/connect.ts'

const key = 'demo:autoPayout:1'

/** Flags the sandbox's candidates for automatic payout, once, so that the demo's third tab has something to show. */
export async function flagAutoPlayers(
  db: Db,
  sandboxUrl: string,
  platformIds: readonly number[],
): Promise<void> {
  for (const platformId of platformIds) {
    const done = await db
      .selectFrom('link_outbox')
      .select('id')
      .where('platform_id', '=', platformId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (done) continue
    const response = await fetch(`${sandboxUrl}/control/players?platform_id=${platformId}&kind=auto`)
    const players = (await response.json()) as { roleId: string }[]
    if (!Array.isArray(players) || players.length === 0) continue
    const roleIds = players.map(({ roleId }) => roleId)
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('players')
        .values(
          roleIds.map((role_id) => ({
            platform_id: platformId,
            role_id,
            auto_payout: 1,
            auto_payout_by: 'admin',
            auto_payout_at: new Date(),
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['platform_id', 'role_id'])
            .doUpdateSet({ auto_payout: 1, auto_payout_by: 'admin' }),
        )
        .execute()
      await enqueueCommands(tx, [{ platformId, key, name: 'player.autoPayout', data: { roleIds, on: true } }])
    })
  }
}

import { inject } from 'vitest'
import { sql } from 'kysely'
import { linkUsers } from '../app.ts'
import { startLink } from '../features/link/index.ts'
import { absorbDepositChannels } from '../features/payways/absorb.ts'
import { aChannel, ChannelPlatform } from '../features/payways/testing.ts'
import { aPlatform } from '../features/withdrawals/fixtures.ts'
import type { TestApp } from '../testing.ts'

/** What stands in the platform's row and beside it. */
export const platformFigures = {
  online: 37,
  registered: 4_200,
  apiRemain: 812.25,
  apiCurrent: 1_000.5,
} as const

/** Deposit channels of the platform; of the first too few succeed. */
export const payways = [
  { code: 'PIX', name: 'PIX Rápido', sort: 3, orderAll: 10, orderSucc: 1 },
  { code: 'TED', name: 'TED', sort: 4, orderAll: 10, orderSucc: 9 },
] as const

/** A running platform that is shown to the channel side, with every address, counter and channel. */
export async function plantPlatform({ services }: TestApp) {
  const { db, vault, clock } = services
  const there = new ChannelPlatform()
  await there.up()
  there.secret = Buffer.alloc(32, 7)
  const platform = await aPlatform(db, { name: 'Harbor Lights', remark: 'calm' })
  const { cate_id: category } = await db
    .updateTable('platforms')
    .set({
      api_url: there.apiUrl,
      admin_url: 'https://admin.harbor.example',
      channel_url: 'https://channel.harbor.example',
      channel_live_show: 1,
      icon: '/adminapi/serves/image/harbor.png',
      publish_time: '2026-01-05T10:00:00Z',
      end_time: '2036-01-05T10:00:00Z',
      secret: vault.seal(there.secret),
    })
    .where('id', '=', platform)
    .returning('cate_id')
    .executeTakeFirstOrThrow()
  const { online, registered, apiRemain, apiCurrent } = platformFigures
  await db
    .insertInto('platform_status')
    .values({
      platform_id: platform,
      online_users: online,
      registered_users: registered,
      api_remain: BigInt(apiRemain * 1000),
      api_current: BigInt(apiCurrent * 1000),
      last_answer_at: clock.now(),
    })
    .execute()
  await db
    .updateTable('platform_categories')
    .set({ name: 'Quays', remark: 'by the water' })
    .where('id', '=', category)
    .execute()
  for (const { code, ...channel } of payways) there.channels.set(code, aChannel(code, channel))
  there.since = () => clock.startOf(clock.dayOf(clock.now()))
  await db
    .transaction()
    .execute((tx) =>
      absorbDepositChannels(clock)(tx, platform, [{ id: 'told', at: clock.now(), data: there.data() }]),
    )
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const link = await startLink(services, linkUsers(services), {
    ...inject('testServer'),
    database: rows[0]?.name ?? '',
  })
  const leave = async () => {
    await link.stop()
    await there.down()
  }
  return { platform, category, leave }
}

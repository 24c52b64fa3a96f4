import { recordFacts } from '../features/reports/record.ts'
import { factOf } from '../features/reports/testing.ts'
import { aPlayer, aWithdrawal } from '../features/withdrawals/fixtures.ts'
import { aBareCategory } from './plant-bare.ts'
import { kind } from '../../contract/kit/kinds.ts'
import { seedRoles } from '../../contract/rules.ts'
import type { World } from './world.ts'

/** Things of which hardly anything is known, so that lists have rows without values. */
export async function plantSparse(w: World): Promise<void> {
  const { db, clock } = w.t.services
  await aBareCategory(w)
  await db
    .insertInto('platforms')
    .values({ name: 'Unheard of', cate_id: w.category, status: 1, channel_live_show: 1 })
    .execute()
  await aPlayer(db, w.platform, { autoPayout: true, username: '' })
  await aWithdrawal(db, clock, w.platform, {
    roleId: '7900001',
    packageName: '',
    channelId: null,
    realName: '',
    cardNo: '',
    evidence: {},
  })
  for (const level of ['channel', 'subChannel', 'salesman'] as const) {
    const parent = { channel: null, subChannel: w.family.channel, salesman: w.family.subChannel }[level]
    const { id } = await w.t.account({
      kind: kind[level],
      roleId: seedRoles[level].id,
      username: `nameless-${level}`,
      ...(parent ? { parentId: parent.id } : {}),
    })
    if (level !== 'channel') continue
    const facts = [await factOf(db, id, w.day(), 1, { deposit: 1n })]
    await db.transaction().execute((tx) => recordFacts(tx, { platformId: w.platform, today: w.day(), facts }))
  }
}

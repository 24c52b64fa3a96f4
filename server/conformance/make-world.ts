import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kind } from '../../contract/kit/kinds.ts'
import { seedRoles } from '../../contract/rules.ts'
import { encryptor } from '../features/accounts/testing.ts'
import { type TestApp, testApp } from '../testing.ts'
import { plantFigures } from './plant-figures.ts'
import { plantPeople } from './plant-people.ts'
import { plantPlatform } from './plant-platform.ts'
import { plantSettlement } from './plant-settlement.ts'
import { plantSparse } from './plant-sparse.ts'
import type { World } from './world.ts'

const dayMs = 86_400_000

export async function makeWorld(): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), 'pitboss-conformance-'))
  const t = await testApp({ env: { PITBOSS_HOME: home, ALLOW_HTTP: '1' } })
  const { clock } = t.services
  const tokens = new Map<string, string>()
  for (const role of ['superAdmin', 'finance', 'operator', 'viewer'] as const)
    tokens.set(role, (await t.as(role)).token)
  const family = await plantFamily(t)
  for (const [role, { token }] of Object.entries(family)) tokens.set(role, token)
  await plantPeople({ t, family })
  const { platform, category, leave } = await plantPlatform(t)
  let made = 0
  const bare = {
    t,
    home,
    family,
    platform,
    category,
    orders: { paid: '', pending: '' },
    encrypt: await encryptor(t),
    token: (by) => tokens.get(by) ?? null,
    next: () => (made += 1),
    day: (back = 0) => clock.dayOf(new Date(clock.now().getTime() - back * dayMs)),
    async close() {
      await leave()
      await t.close()
      await rm(home, { recursive: true, force: true })
    },
  } satisfies World
  await plantFigures(bare)
  await plantSparse(bare)
  return { ...bare, orders: await plantSettlement(bare) }
}

async function plantFamily(t: TestApp): Promise<World['family']> {
  const make = async (of: keyof World['family'], proxyId: string, parentId?: number) => {
    const wish = { kind: kind[of], roleId: seedRoles[of].id, username: `harbor-${of}`, proxyId }
    return { ...(await t.account({ ...wish, ...(parentId ? { parentId } : {}) })), proxyId }
  }
  const channel = await make('channel', '61001')
  const subChannel = await make('subChannel', '61002', channel.id)
  return { channel, subChannel, salesman: await make('salesman', '61003', subChannel.id) }
}

import { sql } from 'kysely'
import { inject } from 'vitest'
import { features } from '../../../contract/index.ts'
import { type Caller, type TestApp, testApp } from '../../testing.ts'
import { startWork } from '../../work.ts'
import { aPlatform } from '../link/fixtures.ts'
import { FakePlatform } from '../link/testing.ts'
import { absorbDepositChannels } from './absorb.ts'

export interface ChannelState {
  code: string
  name: string
  on: boolean
  sort: number
  orderAll: number
  orderSucc: number
  orderOpen: number
}

/** A channel as a platform tells it; what is not said is ordinary. */
export const aChannel = (code: string, given: Partial<ChannelState> = {}): ChannelState => ({
  code,
  name: code.toLowerCase(),
  on: true,
  sort: 1,
  orderAll: 10,
  orderSucc: 9,
  orderOpen: 0,
  ...given,
})

/** A game platform that keeps deposit channels as the protocol says. */
export class ChannelPlatform extends FakePlatform {
  id = 0
  channels = new Map<string, ChannelState>()
  told = 1

  constructor() {
    super()
    this.queries['depositChannels'] = () => this.data()
    this.mood = (what, message) => {
      if (what === 'command' && !this.answers.has(message.key)) this.#obey(message.name, message.data)
      return 'answer'
    }
  }

  since = () => new Date()

  data() {
    return { version: this.told, since: this.since().toISOString(), channels: [...this.channels.values()] }
  }

  #obey(name: string, data: Record<string, unknown>): void {
    if (name === 'depositChannels.switch') {
      const { codes, on } = data as { codes: string[]; on: boolean }
      for (const code of codes) this.#change(code, { on })
    }
    if (name === 'depositChannels.sort')
      for (const { code, sort } of data['channels'] as { code: string; sort: number }[])
        this.#change(code, { sort })
    this.told += 1
  }

  #change(code: string, change: Partial<ChannelState>): void {
    const channel = this.channels.get(code)
    if (channel) this.channels.set(code, { ...channel, ...change })
  }
}

/** The whole product with its work, and platforms that keep deposit channels. */
export async function paywayRoom() {
  const t: TestApp = await testApp({ env: { ALLOW_HTTP: '1' } })
  const { db, vault, clock } = t.services
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const stop = await startWork(t.services, { ...inject('testServer'), database: rows[0]?.name ?? '' })
  const platforms: ChannelPlatform[] = []
  const midnight = () => clock.startOf(clock.dayOf(clock.now()))
  return {
    t,
    midnight,
    /** A linked platform whose channels are known here already, unless it shall never have told them. */
    async platform(
      name: string,
      channels: readonly ChannelState[],
      { told = true }: { told?: boolean } = {},
    ): Promise<ChannelPlatform> {
      const platform = new ChannelPlatform()
      await platform.up()
      const made = await aPlatform(db, vault, { apiUrl: platform.apiUrl, name })
      platform.secret = made.secret
      platform.id = made.id
      platform.since = midnight
      for (const channel of channels) platform.channels.set(channel.code, channel)
      platforms.push(platform)
      if (told) await this.tell(platform)
      return platform
    },
    /** Takes in what the platform would tell now, as an event of it would. */
    async tell(platform: ChannelPlatform): Promise<ReadonlyMap<string, string>> {
      platform.told += 1
      return db
        .transaction()
        .execute((tx) =>
          absorbDepositChannels(clock)(tx, platform.id, [
            { id: `told-${platform.told}`, at: clock.now(), data: platform.data() },
          ]),
        )
    },
    /** The result of a task once it has ended. */
    async tips(caller: Caller, taskId: string, withinMs = 30_000): Promise<string> {
      const end = Date.now() + withinMs
      for (;;) {
        const { data } = await caller(features.tasks.progress, { taskIds: [taskId] })
        const { status, tips = '' } = data?.[taskId] ?? {}
        if (status === 'completed') return tips
        if (status === 'error' || Date.now() > end) throw new Error(`${status}: ${tips}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    /** Takes every platform away, so that the next test stands alone. */
    async clear(): Promise<void> {
      for (const table of ['platforms', 'platform_categories'] as const)
        await db.updateTable(table).set({ deleted: 1 }).execute()
      for (const platform of platforms.splice(0)) await platform.down()
    },
    async close(): Promise<void> {
      await stop()
      await t.close()
    },
  }
}

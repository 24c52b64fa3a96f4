import { afterEach, expect, test } from 'vitest'
import { features } from '../../../contract/index.ts'
import { Region, regions } from '../../../contract/regions.ts'
import { type TestApp, testApp } from '../../testing.ts'
import { earn, foundByChecks, settledChannel, settlePlatform } from './testing.ts'

const { settlement } = features
let t: TestApp
afterEach(() => t.close())

const second = 1000

test.each(Region.options)(
  '%s: a day of settlement ends at midnight of its own zone, to the second',
  async (region) => {
    t = await testApp({ env: { REGION: region } })
    const { clock, db } = t.services
    expect(clock.timeZone).toBe(regions[region].zone)
    const platform = await settlePlatform(db, 'One', '2026-01-01T00:00:00Z')
    const channel = await settledChannel(t, 'rich')
    await earn(db, channel.id, platform, 1_000_000n)
    const finance = await t.as('finance')
    const today = clock.dayOf(clock.now())
    const midnight = clock.endOf(today).getTime()
    const moveTo = (at: number) => t.moveClock(at - clock.now().getTime())

    moveTo(midnight - 120 * second)
    const { data: first } = await channel.ask('10')
    await finance(settlement.handle, { id: first?.id ?? 0, status: 1, hd_remark: 'paid', ex_rate: '5.4' })
    moveTo(midnight - 32 * second)
    const last = channel.code()
    expect(clock.dayOf(clock.now())).toBe(today)
    expect((await channel.ask('10', { code: last })).success).toBe(false)

    moveTo(midnight + second)
    const fresh = channel.code()
    expect(clock.dayOf(clock.now())).not.toBe(today)
    const { data: next, message } = await channel.ask('10', { code: fresh })
    expect(next, message).not.toBeNull()
    const days = await db.selectFrom('settle_orders').select('day').orderBy('id').execute()
    expect(days.map(({ day }) => day)).toEqual([today, clock.dayOf(clock.now())])
    expect(await foundByChecks(db)).toEqual([])
  },
)

import type { SeedRole } from '../../contract/rules.ts'
import type { TestApp } from '../testing.ts'

type Person = Awaited<ReturnType<TestApp['account']>> & { proxyId: string }

/** A group small enough to know every figure of, in which every documented list has rows. */
export interface World {
  t: TestApp
  /** Folder of what is uploaded and exported. */
  home: string
  /** Whoever asks as a role: staff of it, or the planted family's channel, sub-channel and salesman. */
  token(by: SeedRole | 'anybody'): string | null
  /** A channel, a sub-channel below it and a salesman below that. */
  family: Readonly<Record<'channel' | 'subChannel' | 'salesman', Person>>
  platform: number
  category: number
  /** Settlement orders of the channel, by id: one that was paid, one that waits. */
  orders: Readonly<Record<'paid' | 'pending', string>>
  encrypt(password: string): string
  /** Another number each time, for names that have to be new. */
  next(): number
  /** The region's business day, so many days back. */
  day(back?: number): string
  close(): Promise<void>
}

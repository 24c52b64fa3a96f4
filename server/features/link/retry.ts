import { setTimeout as sleep } from 'node:timers/promises'

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/** Whether PostgreSQL undid the transaction only because it met another one: deadlock, serialization, lock timeout. */
export const isCollision = (error: unknown): boolean =>
  ['40001', '40P01', '55P03'].includes(String(codeOf(error)))

/**
 * Whether the database itself is in trouble (gone, full, shutting down, read-only), so that an error says nothing about
 * what was being stored.
 */
export const isOutage = (error: unknown): boolean => /^(08|53|57|58|XX|25006)/.test(String(codeOf(error)))

/** Runs a whole transaction again when it collided with another one, a few times, a little later each time. */
export async function retryingCollisions<T>(transaction: () => Promise<T>, tries = 5): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!isCollision(error) || attempt >= tries) throw error
      await sleep(10 * attempt + Math.random() * 30 * attempt)
    }
  }
}

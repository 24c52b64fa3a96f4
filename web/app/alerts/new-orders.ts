import type { LiveEvent } from '../../../contract/live.ts'

type Pending = ReadonlyMap<number, number>

/** Notes which platforms got new orders between two readings of what waits. */
export class NewOrders {
  #before: Pending | undefined
  readonly #single = new Map<number, Set<string>>()

  /** Whether the event may be about new orders. */
  hear(event: LiveEvent): boolean {
    if (event.type === 'orders') return true
    // An order that nobody has touched is new; later versions of it are no news.
    if (event.type !== 'order' || event.rowVersion !== 1) return false
    const of = this.#single.get(event.platformId) ?? new Set()
    this.#single.set(event.platformId, of.add(event.orderNo))
    return true
  }

  /**
   * New orders by platform since the last time, and begins anew. Many at once are told as a count only, so a growing
   * count speaks too; the first reading has nothing to compare with.
   */
  since(pending: Pending): Map<number, number> {
    const fresh = new Map<number, number>()
    for (const [id, now] of pending) {
      const grown = this.#before ? now - (this.#before.get(id) ?? 0) : 0
      const count = Math.max(grown, this.#single.get(id)?.size ?? 0)
      if (count > 0) fresh.set(id, count)
    }
    this.#before = pending
    this.#single.clear()
    return fresh
  }
}

/** What the event stream tells an open page. Small on purpose: a page that needs the row asks for it. */
export type LiveEvent =
  | {
      type: 'order'
      platformId: number
      orderNo: string
      status: number
      checkUser: string
      rowVersion: number
    }
  /** Many orders of a platform changed at once, or its counts did: read them again. */
  | { type: 'orders'; platformId: number; pending: number; warning: number }
  | { type: 'platform'; platformId: number }
  | { type: 'task'; accountId: number; taskId: string; status: string }
  /** Something of this account changed: its sessions, its role, its rules. */
  | { type: 'access'; accountId: number | null; roleId: number | null }
  /** A settle order moved, or something was booked by hand (orderId 0). */
  | { type: 'settlement'; accountId: number; orderId: number; status: number }
  /** The settlement address of this account was set, or replaced. */
  | { type: 'settle-address'; accountId: number; first: boolean }
  /** A settlement rate counts that did not, or no longer counts. */
  | { type: 'rate' }
  /** A notice came, changed or went. */
  | { type: 'notice' }

/** Server-sent events; the token travels in the header as everywhere, so it is read with fetch. */
export const livePath = '/adminapi/live'

import type { Tx } from '../../kit/db/connect.ts'

/** Who works out figures, and must do today's anew when rates change. */
export interface FiguresOfToday {
  /** Waits until figures under way are done, and lets none begin before this transaction ends. */
  hold(tx: Tx): Promise<void>
  /** Works out `day` anew for these accounts, or for everybody. */
  redo(tx: Tx, day: string, accountIds: readonly number[] | null): Promise<void>
}

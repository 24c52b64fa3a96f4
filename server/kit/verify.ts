import type { Db } from './db/connect.ts'

/** Something kept that can be worked out anew from its source: what differs is named, one line a difference. */
export interface Check {
  name: string
  differences(db: Db): Promise<string[]>
}

import type { Db, Tx } from '../../kit/db/connect.ts'

/** Commands of the platform link, by name; their data as docs/platform-link.md says. */
export type CommandName =
  | 'payout.start'
  | 'withdrawal.refuse'
  | 'withdrawal.confiscate'
  | 'player.turnoverDuty'
  | 'player.remark'
  | 'player.mail'
  | 'player.autoPayout'
  | 'account.remark'
  | 'account.apiPoints'
  | 'depositChannels.switch'
  | 'depositChannels.sort'

/** A decision on its way to a platform. The key names it for ever: the platform carries a key out once. */
export interface Command {
  platformId: number
  key: string
  name: CommandName
  data: Readonly<Record<string, unknown>>
  orderNo?: string
}

/** What is known of a command after it was sent or asked about. `unknown` and `dead` are not the platform's word. */
export interface CommandOutcome {
  platformId: number
  key: string
  name: CommandName
  orderNo: string | null
  state: 'sent' | 'unknown' | 'accepted' | 'done' | 'refused' | 'dead'
  reason: string
}

/** An event as it came in, its signature and its id already checked. */
export interface LinkedEvent {
  id: string
  at: Date
  data: unknown
}

/** Ids of events that could not be understood, with the reason; every other one counts as absorbed. */
type Rejections = ReadonlyMap<string, string>

/**
 * Takes in events of one type and one platform, in the transaction that also remembers their ids. Must be right for
 * any order of events and cope with 500 of them in a few statements.
 */
export type Absorber = (tx: Tx, platformId: number, events: readonly LinkedEvent[]) => Promise<Rejections>

/** What the features that use the link hand to it; composed by the app. */
export interface LinkUsers {
  absorbers: Readonly<Record<string, Absorber>>
  /** Told in the transaction that stores the outcome. */
  commandMoved(tx: Tx, outcome: CommandOutcome): Promise<void>
}

/** Asks a platform something that changes nothing. Throws `LinkFailure` when there is no good answer. */
export type Ask = (platformId: number, name: string, data: Record<string, unknown>) => Promise<unknown>

/** No answer, a broken one, or one that says no. */
export class LinkFailure extends Error {
  readonly kind: 'unreachable' | 'timeout' | 'http' | 'broken' | 'no-address'
  /** The HTTP status, where one came. */
  readonly status: number | undefined
  /** The protocol's word for what was wrong, where the answer had one: `bad_signature` and the like. */
  readonly code: string
  /** The other side's clock, where the answer told it. */
  readonly platformTime: Date | undefined
  constructor(
    kind: LinkFailure['kind'],
    message: string,
    status?: number,
    { code = '', platformTime }: { code?: string; platformTime?: Date | undefined } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.code = code
    this.platformTime = platformTime
  }
}

/** Puts commands into the outbox, in the caller's transaction. A key that is already there changes nothing. */
export type EnqueueCommands = (tx: Db, commands: readonly Command[]) => Promise<void>

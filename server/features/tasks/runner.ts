import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import type { Language } from '../../../contract/kit/language.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Services } from '../../kit/services.ts'

/** A task as its runner sees it. */
export interface RunningTask {
  id: bigint
  accountId: number
  kind: string
  /** What people call it, in their language. */
  title: string
  language: Language
  params: Readonly<Record<string, unknown>>
  /** Which attempt this is, from 1; it also tells this run from one that was given up. */
  attempt: number
}

export interface TaskContext {
  services: Services
  task: RunningTask
  /** The account that asked, with its rules and scope as of this run. */
  caller: Caller
  /**
   * Shows how far the work has come; call it as often as you like. Throws when the work must end: the process stops,
   * or another one took the task over.
   */
  progress(tips: string, rows?: number): Promise<void>
  signal: AbortSignal
}

export interface TaskResult {
  tips: string
  rows?: number
  /** A file in the downloads folder, and the name people get it under. */
  file?: { stored: string; name: string }
}

/** Work of one kind. It may run again after an interruption, so what it changes must bear repeating. */
export interface TaskRunner {
  kind: string
  /** The call it belongs to: its rule is asked again when the work begins. */
  endpoint?: Endpoint
  run(ctx: TaskContext): Promise<TaskResult>
}

/** The account as a caller of now; refuses when it may not sign in any more. */
export type CallerOfAccount = (accountId: number) => Promise<Caller>

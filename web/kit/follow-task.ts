import { read, write } from './storage.ts'

/** Hands a task to the tracker, which tells when it is done, on whatever page one is then. */
export const followTask = (taskId: string): void =>
  write('asyncTaskIds', [...new Set([...(read('asyncTaskIds') ?? []), taskId])])

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const hourMs = 3_600_000
/** How long a finished export can be fetched. */
export const fileLifeMs = 24 * hourMs
/** How long a finished task is remembered. */
export const taskLifeMs = 7 * 24 * hourMs

const folderOf = (home: string) => join(home, 'downloads')
const storedName = /^[0-9a-f]{48}\.xlsx$/

/** A new file's name and place; nobody can guess it, and nothing lists the folder. */
export async function newFile(home: string): Promise<{ stored: string; path: string }> {
  await mkdir(folderOf(home), { recursive: true, mode: 0o700 })
  const stored = `${randomBytes(24).toString('hex')}.xlsx`
  return { stored, path: join(folderOf(home), stored) }
}

/** Where a stored file lies; null for a name that is none of ours. */
export const pathOf = (home: string, stored: string): string | null =>
  storedName.test(stored) ? join(folderOf(home), stored) : null

export async function removeFile(home: string, stored: string): Promise<void> {
  const path = pathOf(home, stored)
  if (path) await rm(path, { force: true })
}

/** Removes what is older than any link to it, half-written files of killed runs too. */
export async function removeOldFiles(home: string): Promise<void> {
  const names = await readdir(folderOf(home)).catch(() => [])
  for (const name of names) {
    const path = join(folderOf(home), name)
    const age = await stat(path).catch(() => null)
    if (age && age.mtimeMs < Date.now() - fileLifeMs - hourMs) await rm(path, { force: true })
  }
}

import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'

const staleAfterMs = 10_000

/**
 * Does the work while no other process on this checkout does work of the same name. A holder that was killed is
 * noticed because it no longer touches its file.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const user = process.getuid?.() ?? 0
  // Outside node_modules, which an installation removes.
  const file = join(tmpdir(), `pitboss-${user}-${checkout}.${name}.lock`)
  const mine = randomUUID()
  while (!(await take(file, mine))) {
    await clearStale(file)
    await sleep(200)
  }
  const alive = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), 1000)
  try {
    return await work()
  } finally {
    clearInterval(alive)
    if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true })
  }
}

/** @param {string} file @param {string} mine */
async function take(file, mine) {
  try {
    await writeFile(file, mine, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file */
async function clearStale(file) {
  const found = await stat(file).catch(() => undefined)
  if (!found || Date.now() - found.mtimeMs < staleAfterMs) return
  // Of several that notice it at once, one rename succeeds.
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch(() => {})
  if (existsSync(aside)) await rm(aside, { force: true })
}

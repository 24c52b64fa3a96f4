import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { withLock } from './lock.mjs'
import { inRoot, say } from './root.mjs'
import { run } from './run.mjs'

const stamp = inRoot('node_modules/.pitboss-install')

/**
 * Brings node_modules to what the lock file says, if it is not there yet.
 * `tools` asks for what tests and checks need as well; running the product does without.
 * @param {{ tools?: boolean }} [wanted]
 */
export async function ensureInstalled({ tools = false } = {}) {
  if (isLinked() || (await isStamped(tools))) return
  await withLock('install', async () => {
    if (await isStamped(tools)) return
    if (await isComplete(tools)) {
      await writeStamp(tools)
      return
    }
    say('Installing dependencies ...')
    const npm = process.env['npm_execpath']?.endsWith('npm-cli.js') ? process.env['npm_execpath'] : undefined
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(tools ? ['--include=dev'] : [])]
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = ['ignore', 2, 2]
    const code = npm
      ? await run(process.execPath, [npm, ...args], { stdio })
      : await run('npm', args, { stdio })
    if (code !== 0) throw new Error(`npm ci ended with ${code}: the dependencies could not be installed.`)
    await writeStamp(await isComplete(true))
  })
}

/** A checkout that borrows another's node_modules leaves them alone. */
function isLinked() {
  return lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

async function lockHash() {
  return createHash('sha256')
    .update(await readFile(inRoot('package-lock.json')))
    .digest('hex')
}

/** @param {boolean} tools */
async function isStamped(tools) {
  const [hash, extent] = (await readFile(stamp, 'utf8').catch(() => '')).split(' ')
  return hash === (await lockHash()) && (extent === 'all' || !tools)
}

/** @param {boolean} tools */
async function writeStamp(tools) {
  await writeFile(stamp, `${await lockHash()} ${tools ? 'all' : 'product'}`)
}

/**
 * Whether a plain `npm ci` by hand has done the work already: npm writes down what it installed when it is done.
 * @param {boolean} tools
 */
async function isComplete(tools) {
  const inside = inRoot('node_modules/.package-lock.json')
  if (!existsSync(inside)) return false
  const installed = JSON.parse(await readFile(inside, 'utf8')).packages
  const wanted = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, dev, optional, devOptional }]) => {
    const found = installed[path]
    if (found) return found.version === version
    return path === '' || optional || ((dev || devOptional) && !tools)
  })
}

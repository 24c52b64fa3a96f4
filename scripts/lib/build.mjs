import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { withLock } from './lock.mjs'
import { pinnedNode } from './node.mjs'
import { inRoot, root, say } from './root.mjs'
import { run } from './run.mjs'

const output = inRoot('dist/web')
const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

/** Builds what browsers load, if anything it is made of has changed since. */
export async function ensureBuilt() {
  const hash = await hashSources()
  if (await isBuilt(hash)) return
  await withLock('build', async () => {
    if (await isBuilt(hash)) return
    say('Building the pages ...')
    // Beside the old ones, so that a server that is running, or a build that fails, keeps what it has.
    const fresh = `${output}.new`
    const vite = inRoot('node_modules/vite/bin/vite.js')
    const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
    const code = await run(pinnedNode(), args, { stdio: ['ignore', 2, 2] })
    if (code !== 0) throw new Error(`vite build ended with ${code}: the pages could not be built.`)
    await compress(fresh)
    await writeFile(join(fresh, '.stamp'), hash)
    await rm(output, { recursive: true, force: true })
    await rename(fresh, output)
  })
}

/** Once here instead of at every answer: the server sends the smaller file to whoever takes it. @param {string} directory */
async function compress(directory) {
  const names = await readdir(directory, { recursive: true })
  for (const name of names.filter((file) => /\.(js|css|html|svg|json)$/.test(file))) {
    const text = await readFile(join(directory, name))
    if (text.length < 1024) continue
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
    await writeFile(join(directory, `${name}.br`), await promisify(brotliCompress)(text, quality))
    await writeFile(join(directory, `${name}.gz`), await promisify(gzip)(text))
  }
}

/** @param {string} hash */
async function isBuilt(hash) {
  return (await readFile(join(output, '.stamp'), 'utf8').catch(() => '')) === hash
}

async function hashSources() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesIn(source))
      hash
        .update(file)
        .update('\0')
        .update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

/** @param {string} source a file or directory @returns {Promise<string[]>} files below it, in a fixed order */
async function filesIn(source) {
  /** @type {import('node:fs').Dirent[]} */
  let entries
  try {
    entries = await readdir(join(root, source), { recursive: true, withFileTypes: true })
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [source]
    throw error
  }
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
  return files.map((entry) => join(directoryOf(entry), entry.name).slice(root.length + 1)).toSorted()
}

/** Node before 20.12 knows it by its older name only. @param {{ parentPath: string, path?: string }} entry */
const directoryOf = (entry) => entry.parentPath ?? entry.path

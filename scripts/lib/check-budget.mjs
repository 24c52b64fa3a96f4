// The JavaScript a browser has to load stays within web/budget.json; what grew is named.
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ensureBuilt } from './build.mjs'
import { inRoot, main, say } from './root.mjs'

/** Size after gzip, in kilobytes. @param {string} file */
const sizeOf = async (file) => (await promisify(gzip)(await readFile(inRoot('dist/web', file)))).length / 1000

await main(async () => {
  await ensureBuilt()
  const budget = JSON.parse(await readFile(inRoot('web/budget.json'), 'utf8'))
  const page = await readFile(inRoot('dist/web/index.html'), 'utf8')
  const initial = [...new Set(page.match(/assets\/[^"]+\.js/g))]
  const files = (await readdir(inRoot('dist/web/assets'))).filter((name) => name.endsWith('.js'))
  const sizes = new Map(
    await Promise.all(
      files.map(
        async (name) => /** @type {[string, number]} */ ([`assets/${name}`, await sizeOf(`assets/${name}`)]),
      ),
    ),
  )
  const first = initial.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
  const largest = [...sizes].filter(([name]) => !initial.includes(name)).toSorted((a, b) => b[1] - a[1])
  say(`initial JavaScript: ${first.toFixed(0)} kB of ${budget.initial} kB, ${initial.length} files`)
  for (const [name, size] of largest.slice(0, 5)) say(`when needed: ${size.toFixed(0)} kB ${name}`)
  if (first > budget.initial) throw new Error('The initial JavaScript is over its budget (web/budget.json).')
  if ((largest[0]?.[1] ?? 0) > budget.chunk) throw new Error(`${largest[0]?.[0]} is over its budget.`)
})

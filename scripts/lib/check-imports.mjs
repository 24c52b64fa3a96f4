import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import swc from '@swc/core'
import { cruise, format } from 'dependency-cruiser'
import { inRoot, main, root, say } from './root.mjs'

// The cruiser tells its parser TypeScript but never TSX, and stops at the first page.
const { parseFileSync } = swc
/** @type {any} */
const parser = swc
parser.parseFileSync = (/** @type {string} */ file, /** @type {any} */ options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })

const rooms = ['contract', 'server', 'web', 'sandbox'].filter((room) => existsSync(inRoot(room)))
/** With the wrong parser the cruiser sees no TypeScript and finds nothing wrong with that. */
const fewestModules = 40

await main(async () => {
  const { forbidden, options } = createRequire(import.meta.url)(inRoot('.dependency-cruiser.cjs'))
  process.chdir(root)
  const { output } = await cruise(rooms, { ...options, validate: true, ruleSet: { forbidden } })
  if (typeof output === 'string') throw new Error('The cruiser answered with text instead of a result.')
  const report = await format(output, { outputType: 'err-long' })
  if (typeof report.output === 'string') process.stdout.write(report.output)
  const own = output.modules.filter(
    ({ source }) => !source.includes('node_modules') && /\.tsx?$/.test(source),
  )
  say(`${own.length} modules of our own looked at.`)
  if (own.length < fewestModules)
    throw new Error(`Fewer than ${fewestModules}: the check sees too little to be one.`)
  return output.summary.error > 0 ? 1 : 0
})

// `npm run check`: exactly what CI runs. Every check runs even if one before it failed; the summary names those.
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main, say } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const bin = (/** @type {string} */ path) => inRoot('node_modules', path)

/** @type {[string, string[]][]} */
const checks = [
  ['format', [bin('@biomejs/biome/bin/biome'), 'format', '.']],
  ['lint', [bin('oxlint/bin/oxlint'), '--type-aware', '--quiet', '.']],
  ['types', [bin('typescript/bin/tsc'), '--noEmit']],
  ['imports', [inRoot('scripts/lib/check-imports.mjs')]],
  ['dead code', [bin('knip/bin/knip.js'), '--no-progress']],
  ['file length', [inRoot('scripts/lib/check-length.mjs')]],
  ['weak dependencies', [inRoot('scripts/lib/check-audit.mjs')]],
  ['bundle budget', [inRoot('scripts/lib/check-budget.mjs')]],
  ['tests', [inRoot('scripts/test.mjs')]],
]

await main(async () => {
  await ensureInstalled({ tools: true })
  const only = process.argv.slice(2)
  const failed = []
  for (const [name, args] of checks) {
    if (only.length > 0 && !only.includes(name)) continue
    say(`\n=== ${name}`)
    const code = await run(pinnedNode(), args)
    if (code >= 128) return code
    if (code !== 0) failed.push(name)
  }
  say(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
})

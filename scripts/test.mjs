// `npm test [-- unit|web|e2e [filters]]`: every test, or one kind of them. Ends with `N passed, N failed`.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { freePort } from './lib/free-port.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const kinds = ['unit', 'web', 'e2e']

await main(async () => {
  await ensureInstalled({ tools: true })
  const [first = '', ...rest] = process.argv.slice(2)
  const kind = kinds.includes(first) ? first : undefined
  const filters = kind ? rest : process.argv.slice(2)
  const scratch = await mkdtemp(join(tmpdir(), 'pitboss-run-'))
  try {
    /** @type {{ passed: number, failed: number }[]} */
    const counts = []
    if (kind !== 'e2e') counts.push(await runVitest(scratch, kind, filters))
    // A filter without a kind names files of the first sort; a browser run needs to be asked for.
    if (kind === 'e2e' || (!kind && filters.length === 0)) counts.push(await runPlaywright(scratch, filters))
    const sum = (/** @type {'passed' | 'failed'} */ key) =>
      counts.reduce((total, count) => total + count[key], 0)
    process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
    return sum('failed') === 0 ? 0 : 1
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
})

/** @param {string} scratch @param {string | undefined} project @param {string[]} filters */
async function runVitest(scratch, project, filters) {
  const report = join(scratch, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const only = project ? [`--project=${project}`] : []
  const vitest = inRoot('node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--passWithNoTests', ...reporters, ...only, ...filters]
  const code = await run(pinnedNode(), args)
  const { numPassedTests = 0, numFailedTests = 0 } = await readReport(report)
  return { passed: numPassedTests, failed: atLeastOneIf(code, numFailedTests) }
}

/** @param {string} scratch @param {string[]} filters */
async function runPlaywright(scratch, filters) {
  await ensureBuilt()
  const report = join(scratch, 'playwright.json')
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    E2E_PORT: String(await freePort()),
    E2E_HOME: join(scratch, 'home'),
  }
  const playwright = inRoot('node_modules/@playwright/test/cli.js')
  const config = inRoot('e2e/playwright.config.ts')
  const args = [playwright, 'test', '--config', config, '--reporter=list,json', ...filters]
  const code = await run(pinnedNode(), args, { env })
  const { expected = 0, flaky = 0, unexpected = 0 } = (await readReport(report)).stats ?? {}
  return { passed: expected + flaky, failed: atLeastOneIf(code, unexpected) }
}

/** A run can fail without a failed test: a file that does not load, a server that does not start. @param {number} code @param {number} failed */
function atLeastOneIf(code, failed) {
  return code === 0 ? failed : Math.max(1, failed)
}

/** @param {string} file */
async function readReport(file) {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
}

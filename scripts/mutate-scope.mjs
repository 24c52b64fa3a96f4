// `node scripts/mutate-scope.mjs [parts of paths, by commas]`: takes one scope condition after another out of a copy of the server
// and says which of them no test misses. Slow (some ten seconds each), so no part of `npm test`. Ends with 1 if any does.
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { inRoot, main, say } from './lib/root.mjs'

/**
 * What limits a query to the caller's own, and what it becomes without it. Only code is searched, not types.
 * @type {[what: string, pattern: RegExp, instead: string][]}
 */
const operators = [
  ['the channel side passes for staff', /!(?:\w+\.)*scope\.everything\b/g, 'false'],
  ['the channel side passes for staff', /(?<![!.\w])(?:\w+\.)*scope\.everything\b/g, 'true'],
  ['the channel side passes for staff', /(?<![!.\w{] ?)everything(?= \?)/g, 'true'],
  [
    'asked without the scope',
    /(?<=[(,]\s*)(?:ctx\.|context\.)?(?:caller|as)\.scope(?=[,)])/g,
    '({ everything: true })',
  ],
  ['asked without the scope', /(?<=[\w>]\()scope(?=[,)])/g, '({ everything: true })'],
  ['nobody is limited', /\{ everything: false, accountId: [\w.]+ \}/g, '{ everything: true }'],
  ['itself counts as below', /(?: and )?\w*\.?distance > 0(?=[\s)])(?! &&)/g, ''],
  ['anybody is an ancestor', /\w*\.?ancestor_id = \$\{[^}]*accountId\}/g, 'true'],
  ['anybody’s rows', /(?:\w+\.)?\b(?:account_id|id) = \$\{(?:(?:caller|scope)\.)?accountId\}/g, 'true'],
  [
    'anybody’s rows',
    /\n\s*\.where\('(?:\w+\.)?(?:account_id|ancestor_id|id)', '=', caller\.accountId\)/g,
    '',
  ],
  ['hidden platforms show', /\w+\.channel_live_show = 1/g, 'true'],
]
/** Not conditions of scope, or such that change nothing a caller could see. */
const passedOver = new Map([
  ['server/features/accounts/create.ts', 'builds the tree'],
  ['server/features/accounts/checks.ts', 'recounts the tree'],
])

/** @typedef {import('vitest/node').Vitest} Vitest */
/** @typedef {{ file: string, line: number, at: number, length: number, what: string, text: string, instead: string }} Mutant */

/** @param {string} part @returns {Promise<Mutant[]>} */
async function findMutants(part) {
  const folder = inRoot('server/features')
  const files = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !/(?:\.test|test-worker|testing|fixtures)\.ts$/.test(name))
    .toSorted()
  /** @type {Mutant[]} */
  const found = []
  for (const name of files) {
    const file = join('server/features', name)
    if (!part.split(',').some((one) => file.includes(one)) || passedOver.has(file)) continue
    const text = await readFile(inRoot(file), 'utf8')
    const scoped = /\bScope\b|\bscope\b|caller\.accountId/.test(text)
    if (!scoped) continue
    for (const [what, pattern, instead] of operators)
      for (const { index, 0: match } of text.matchAll(pattern)) {
        const line = text.slice(0, index + match.search(/\S/)).split('\n').length
        const source = text.split('\n')[line - 1] ?? ''
        // Whether a superior is disabled is another question; a lock shows and changes nothing.
        const isLock = source.includes('for no key update')
        if (isLock || /^\s*(?:\*|\/\/)/.test(source) || around(text, index).includes('superior')) continue
        found.push({ file, line, at: index, length: match.length, what, text: match.trim(), instead })
      }
  }
  return found
}

/** The line and its neighbours. @param {string} text @param {number} at */
const around = (text, at) => text.slice(Math.max(0, text.lastIndexOf('\n', at - 100)), text.indexOf('\n', at))

/**
 * Tests that have to notice: those of whoever searches, of the feature and of people, which are quick, then the matrix.
 * @param {Vitest} vitest @param {string} file @returns {Promise<string | null>} the first that fails
 */
async function noticedBy(vitest, file) {
  const feature = file.split('/')[2] ?? ''
  const people = 'server/features/accounts/scope.test.ts'
  const own =
    feature === 'accounts'
      ? [people, 'server/features/accounts/people.test.ts', 'server/features/accounts/move.test.ts']
      : [`server/features/${feature}/`, people]
  const found = file.endsWith('/find.ts') ? ['server/features/search/search.test.ts'] : []
  // Keys are taken away by others than their owner.
  const keys = feature === 'sign-in' ? ['server/features/accounts/people.test.ts'] : []
  return failing(vitest, [...found, ...own, ...keys, 'server/permissions/permissions.test.ts'])
}

/** Those that come late because they take long; tests about scope notice first, most of the time. */
const order = [
  /scope|search/,
  /(?<!permissions|history|races|drill)\.test/,
  /permissions\.test/,
  /history|races|drill/,
]
const rank = (/** @type {string} */ file) => order.findIndex((kind) => kind.test(file))

/** The first failing test, or null. @param {Vitest} vitest @param {string[]} tests @returns {Promise<string | null>} */
async function failing(vitest, tests) {
  const each = await Promise.all(tests.map((one) => vitest.globTestSpecifications([one])))
  const inOrder = each.flat().toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId))
  for (const test of inOrder) {
    // A run that stops at the first failure counts those of earlier runs too.
    vitest.state.filesMap.clear()
    vitest.state.idMap.clear()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([test])
    for (const module of testModules)
      if (!module.ok()) {
        const [first] = module.children.allTests('failed')
        return `${module.relativeModuleId} > ${first?.fullName ?? 'does not even load'}`
      }
    if (unhandledErrors.length > 0) return `${test.moduleId}: ${String(unhandledErrors[0])}`
  }
  return null
}

await main(async () => {
  const mutants = await findMutants(process.argv[2] ?? '')
  const root = await mkdtemp(join(tmpdir(), 'pitboss-mutants-'))
  let survivors = 0
  /** @type {Vitest | undefined} */
  let vitest
  try {
    for (const name of [
      'contract',
      'server',
      'sandbox',
      'docs',
      'scripts',
      'package.json',
      'vitest.config.ts',
      'tsconfig.json',
    ])
      await cp(inRoot(name), join(root, name), { recursive: true })
    await symlink(inRoot('node_modules'), join(root, 'node_modules'))
    // One server and one set of read modules for all of them; what is changed is read anew.
    vitest = await createVitest('test', {
      root,
      project: ['unit'],
      watch: false,
      bail: 1,
      reporters: [{}],
      // A busy machine is not to pass for somebody who noticed.
      testTimeout: 240_000,
      hookTimeout: 240_000,
    })
    const failure = await failing(vitest, ['server/permissions/permissions.test.ts'])
    if (failure) throw new Error(`The tests fail without any mutation: ${failure}`)
    say('| where | without | noticed by |\n| --- | --- | --- |')
    for (const { file, line, at, length, what, text, instead } of mutants) {
      const whole = await readFile(join(root, file), 'utf8')
      const place = join(root, file)
      await writeFile(place, whole.slice(0, at) + instead + whole.slice(at + length))
      vitest.invalidateFile(place)
      const noticed = await noticedBy(vitest, file)
      await writeFile(place, whole)
      vitest.invalidateFile(place)
      if (!noticed) survivors += 1
      say(
        `| ${file.replace('server/features/', '')}:${line} | ${what}: \`${text}\` | ${noticed ?? '**nobody**'} |`,
      )
    }
  } finally {
    await vitest?.close()
    await rm(root, { recursive: true, force: true })
  }
  say(`\n${mutants.length} mutants, ${survivors} of them unnoticed`)
  return survivors === 0 ? 0 : 1
})

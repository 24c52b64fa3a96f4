// Asks the registry for known weaknesses of what the product runs on. High and critical ones fail; no answer does not,
// since a build must not depend on somebody else's service, but it is told.
import { spawnSync } from 'node:child_process'
import { readAudit } from './audit.mjs'
import { root, say } from './root.mjs'

const args = ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=20000']
const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 60_000 })
const found = readAudit(stdout ?? '')
if (!found) say('NOT CHECKED: the registry told nothing about weaknesses of dependencies.')
else if (found.grave.length > 0) say(`Weaknesses: ${found.grave.join(', ')}.`)
else say(`No grave weakness of a dependency is known (${found.slight} slight ones).`)
process.exitCode = found && found.grave.length > 0 ? 1 : 0

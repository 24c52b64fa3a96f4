import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { root } from './root.mjs'

const tieable =
  process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'TERM', '--', 'true']).status === 0

/**
 * Runs a program to its end in our process group and returns its exit code. Requests to stop are passed on once;
 * should this script be killed outright, the kernel passes that on too (Linux with util-linux).
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env = process.env, stdio = 'inherit' } = {}) {
  const [program, rest] = tieable
    ? ['setpriv', ['--pdeathsig', 'TERM', '--', command, ...args]]
    : [command, args]
  return new Promise((done, failed) => {
    const child = spawn(program, rest, { cwd: root, env, stdio })
    const stopPassingOn = passOnSignals(child)
    child.on('error', failed)
    child.on('exit', (code, signal) => {
      stopPassingOn()
      done(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function passOnSignals(child) {
  let asked = false
  /** @type {NodeJS.Timeout | undefined} */
  let later
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    if (asked) return
    asked = true
    // A terminal's Ctrl-C has reached the program already, and a second one would mean "now, without tidying up".
    const delayMs = signal === 'SIGINT' && process.stdin.isTTY ? 3000 : 0
    later = setTimeout(() => child.kill(signal), delayMs)
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, passOn)

  // Under npm, a parent that is gone was killed: end as if it had told us.
  const above = ancestors()
  const orphaned = setInterval(() => {
    if (process.env['npm_lifecycle_event'] && ancestors() !== above) passOn('SIGTERM')
  }, 500)
  return () => {
    clearTimeout(later)
    clearInterval(orphaned)
    for (const signal of signals) process.off(signal, passOn)
  }
}

/** Our parent and, because npm usually puts a shell between, its parent. */
function ancestors() {
  try {
    const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8')) ?? []
    return `${process.ppid} ${parent}`
  } catch {
    return String(process.ppid)
  }
}

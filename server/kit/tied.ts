import { spawn, spawnSync } from 'node:child_process'

/**
 * The command that runs `command` so that the kernel sends it `signal` when the process that started it dies,
 * however it dies. Where setpriv does not exist (macOS) the command is returned as it is: see `watchdog`.
 */
export function tied(signal: 'INT' | 'TERM' | 'KILL', command: string, args: readonly string[]): string[] {
  if (!canTie()) return [command, ...args]
  return ['setpriv', '--pdeathsig', signal, '--', command, ...args]
}

/** Whether this system has a setpriv that knows --pdeathsig (util-linux from 2.33; busybox has not). */
export function canTie(): boolean {
  known ??=
    process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'TERM', '--', 'true']).status === 0
  return known
}
let known: boolean | undefined

/**
 * For processes that the kernel does not end for us: a shell outside our process group that waits for our end of
 * a pipe to close, which happens even on kill -9, and then interrupts `pid`. Returns how to call it off.
 */
export function watchdog(pid: number): () => void {
  const script = 'read -r _; kill -INT "$1"'
  const shell = spawn('sh', ['-c', script, 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.on('error', () => {})
  shell.unref()
  return () => void shell.kill('SIGKILL')
}

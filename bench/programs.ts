import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')

export interface Program {
  url: string
  pid: number
  stop(): Promise<void>
  /** Ends it at once, as a machine that loses its power would. */
  kill(): Promise<void>
}

/** Runs one of our programs until it says `ready URL`; it ends with us, however that happens. */
export async function startProgram(file: string, env: Readonly<Record<string, string>>): Promise<Program> {
  const child: ChildProcess = spawn(process.execPath, [join(root, file)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('no output to read')
  const exited = once(child, 'exit')
  let stopping = false
  child.on('exit', (code, signal) => {
    if (!stopping) process.stderr.write(`${file} ended by itself: ${code ?? signal}\n`)
  })
  const endWithUs = () => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = /^ready (\S+)$/.exec(line)
    if (!ready?.[1]) continue
    child.stdout.resume()
    return {
      url: ready[1],
      pid: child.pid ?? 0,
      async stop() {
        stopping = true
        child.kill('SIGTERM')
        await exited
      },
      async kill() {
        stopping = true
        child.kill('SIGKILL')
        await exited
      },
    }
  }
  throw new Error(`${file} ended before it was ready`)
}

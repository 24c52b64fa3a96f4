import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { canTie, watchdog } from '../tied.ts'
import {
  createCluster,
  dataDirectory,
  isAlive,
  linkLibraries,
  postgresCommand,
  postgresEnvironment,
  prepareHome,
  runningServer,
  serverUser,
  socketDirectory,
} from './embedded-files.ts'

export type EmbeddedConnection = { host: string; port: number; user: string; database: string }

export type EmbeddedPostgres = {
  connection: EmbeddedConnection
  /** The same as a connection string, for programs of their own. */
  url: string
  /** True when the server was already running, started by another process on the same home. */
  adopted: boolean
  /** Ends the server (open transactions are rolled back) and waits; leaves it alone while another process owns it. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** False only for throw-away data: nothing survives a power cut then. */
  durable?: boolean
  /** Hears about restarts of a server that went away by itself. */
  log?: (message: string) => void
}

const databaseName = 'pitboss'
/** A lost race or a predecessor that is not quite gone: try again. Anything else ends the start. */
const passing =
  /lock file "[^"]+" already exists|pre-existing shared memory block|could not bind Unix address/

/**
 * Runs PostgreSQL 18 from npm on the data in `home`, reachable by a Unix socket only its owner can open.
 * It dies with this process, is adopted when it is there already, and comes back when it goes away by itself.
 */
export async function startEmbeddedPostgres(
  home: string,
  { durable = true, log = () => {} }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  await prepareHome(resolve(home))
  const server = new Supervisor(await realpath(home), durable, log)
  await linkLibraries()
  await createCluster(server.home)
  await server.ensureRunning()
  await createDatabase(server.connection())
  server.keepWatch()
  const connection = { ...server.connection(), database: databaseName }
  return {
    connection,
    url: `postgresql://${serverUser}@/${databaseName}?host=${encodeURIComponent(connection.host)}`,
    adopted: server.child === undefined,
    stop: () => server.stop(),
  }
}

class Supervisor {
  child: ChildProcess | undefined
  readonly home: string
  private readonly durable: boolean
  private readonly log: (message: string) => void
  private socket = ''
  private stopping = false
  private watch: NodeJS.Timeout | undefined
  private restarting: Promise<void> | undefined

  constructor(home: string, durable: boolean, log: (message: string) => void) {
    this.home = home
    this.durable = durable
    this.log = log
  }

  connection(): EmbeddedConnection {
    return { host: this.socket, port: 5432, user: serverUser, database: 'postgres' }
  }

  /** Returns once the server answers: ours, or one that another process started meanwhile. */
  async ensureRunning(): Promise<void> {
    let logStart = 0
    for (let waits = 0; !this.stopping; waits += 1) {
      const running = await runningServer(this.home)
      this.socket = running?.socket || (await socketDirectory(this.home))
      if (running && (await answers(this.connection()))) {
        if (this.child?.pid !== running.pid) this.child = undefined
        return
      }
      if (this.child && !this.child.pid) throw new Error('PostgreSQL could not be started.')
      if (this.child && hasEnded(this.child)) {
        this.child = undefined
        const said = await readLog(this.home, logStart)
        if (!passing.test(said) || waits > 1200) throw new Error(whyItEnded(said, this.home))
      }
      // A server that is shutting down or not yet listening is waited for; one that is gone is replaced.
      if (!running && !this.child) {
        logStart = logSize(this.home)
        await this.spawn()
      }
      await sleep(50)
    }
  }

  private async spawn(): Promise<void> {
    const settings = serverSettings(await socketDirectory(this.home), this.durable)
    const [command, args] = postgresCommand('postgres', ['-D', dataDirectory(this.home), ...settings])
    // A file and not a pipe, so that the server can still write when we are gone.
    const log = openSync(logFile(this.home), 'a', 0o600)
    const child = spawn(command, args, {
      cwd: '/',
      // Out of the terminal's process group: Ctrl-C is for us, and we end the server when nobody needs it any more.
      detached: true,
      stdio: ['ignore', log, log],
      env: postgresEnvironment(),
    })
    closeSync(log)
    child.on('error', () => {})
    child.unref()
    this.child = child
    if (!child.pid) return
    const callOff = canTie() ? () => {} : watchdog(child.pid)
    child.on('exit', callOff)
    await writeFile(ownerFile(this.home), String(process.pid))
  }

  /** A server that dies (out of memory, its owner stopped) is started again for as long as we need it. */
  keepWatch(): void {
    this.watch = setInterval(() => {
      if (this.restarting || this.stopping) return
      this.restarting = this.reviveIfGone().finally(() => {
        this.restarting = undefined
      })
    }, 500)
    this.watch.unref()
  }

  private async reviveIfGone(): Promise<void> {
    if (this.child ? !hasEnded(this.child) : await runningServer(this.home)) return
    this.log('The embedded PostgreSQL server went away; starting it again.')
    this.child = undefined
    await this.ensureRunning().catch((error: Error) => this.log(error.message))
  }

  async stop(): Promise<void> {
    if (this.stopping) return
    this.stopping = true
    clearInterval(this.watch)
    await this.restarting
    if (this.child) {
      await endServer(this.child)
      await rm(ownerFile(this.home), { force: true })
    } else {
      await this.endOrphan()
    }
  }

  /** An adopted server whose owner is dead would run for ever, so the last one out switches it off. */
  private async endOrphan(): Promise<void> {
    const owner = Number(await readFile(ownerFile(this.home), 'utf8').catch(() => ''))
    if (owner && isAlive(owner)) return
    const running = await runningServer(this.home)
    if (!running) return
    process.kill(running.pid, 'SIGINT')
    while (isAlive(running.pid)) await sleep(50)
  }
}

async function endServer(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const gone = once(child, 'exit')
  child.ref()
  child.kill('SIGINT')
  // A server that cannot finish its checkpoint in a minute loses nothing by recovering at the next start.
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 60_000)
  await gone
  clearTimeout(impatience)
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

function serverSettings(socket: string, durable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function answers(connection: EmbeddedConnection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (!rowCount) await client.query(`create database ${databaseName}`)
  } catch (error) {
    // Two processes may start on an empty home at once; either one's database will do.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

const ownerFile = (home: string) => join(home, 'postgres.owner')
const logFile = (home: string) => join(home, 'postgres.log')

function logSize(home: string): number {
  const file = logFile(home)
  if (!existsSync(file)) return 0
  const { size } = statSync(file)
  if (size < 16 * 1024 * 1024) return size
  renameSync(file, `${file}.1`)
  return 0
}

async function readLog(home: string, from: number): Promise<string> {
  return (await readFile(logFile(home))).subarray(from).toString('utf8')
}

function whyItEnded(said: string, home: string): string {
  const reason = said.split('\n').findLast((line) => /FATAL|PANIC|unshare|error while loading/.test(line))
  return `PostgreSQL did not start: ${reason?.trim() ?? 'it gave no reason'} (see ${logFile(home)}).`
}

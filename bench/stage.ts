import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { kind } from '../contract/kit/kinds.ts'
import { regions } from '../contract/regions.ts'
import { seedRoles } from '../contract/rules.ts'
import { createAccount } from '../server/features/accounts/index.ts'
import { syncRolesAndRules } from '../server/features/roles/index.ts'
import { openSession } from '../server/features/sign-in/index.ts'
import { connect } from '../server/kit/db/connect.ts'
import { startEmbeddedPostgres } from '../server/kit/db/embedded.ts'
import { migrateToLatest } from '../server/kit/db/migrate.ts'
import { masterKey, vaultOf } from '../server/kit/secrets.ts'
import { populate } from './population.ts'
import { type Program, startProgram } from './programs.ts'

/** A PostgreSQL server for databases of our own; nothing that was there is touched. */
export interface DatabaseServer {
  urlOf(database: string): string
  /** Its first process, where it runs on this machine by our doing. */
  pids: readonly number[]
  stop(): Promise<void>
}

/** The server that DATABASE_URL names, or an embedded one on a temporary home. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const given = process.env['DATABASE_URL']
  if (given) {
    const urlOf = (database: string) => Object.assign(new URL(given), { pathname: `/${database}` }).toString()
    return { urlOf, pids: [], stop: async () => {} }
  }
  const home = await mkdtemp(join(tmpdir(), 'pitboss-bench-'))
  const server = await startEmbeddedPostgres(home)
  const lock = await readFile(join(home, 'pg18/postmaster.pid'), 'utf8')
  return {
    pids: [Number(lock.split('\n')[0])],
    urlOf: (database) => server.url.replace('/pitboss?', `/${database}?`),
    async stop() {
      await server.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** The product on a filled database, with a signed-in person and the link secret of its platforms. */
export interface Stage {
  product: Program
  databaseUrl: string
  databasePids: readonly number[]
  token: string
  linkSecret: Buffer
  platforms: number
  /** Seconds that filling took. */
  filledIn: number
  client: pg.Client
  /** Starts another process of the product on the same database. */
  another(): Promise<Program>
  close(): Promise<void>
}

const region = 'br'

export async function openStage(
  server: DatabaseServer,
  { orders, platforms, days }: { orders: number; platforms: number; days: number },
): Promise<Stage> {
  const database = `pitboss_bench_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client(process.env['DATABASE_URL'] ?? server.urlOf('postgres'))
  await admin.connect()
  await admin.query(`create database ${database}`)
  const databaseUrl = server.urlOf(database)
  const home = await mkdtemp(join(tmpdir(), 'pitboss-bench-home-'))
  const masterSecret = randomBytes(24).toString('hex')
  const vault = vaultOf(await masterKey(home, masterSecret))
  const linkSecret = randomBytes(32)
  const client = new pg.Client(databaseUrl)
  const started = performance.now()
  const token = await prepare(databaseUrl)
  await client.connect()
  await populate(client, {
    orders,
    platforms,
    days,
    zone: regions[region].zone,
    secret: vault.seal(linkSecret),
  })
  const filledIn = (performance.now() - started) / 1000
  const env = {
    DATABASE_URL: databaseUrl,
    PITBOSS_HOME: home,
    PITBOSS_SECRET: masterSecret,
    MODE: 'production',
    // Commands wait in the outbox: what platforms do with them is another program's speed.
    ROLES: 'serve',
    REGION: region,
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  }
  const product = await startProgram('server/main.ts', env)
  const others: Program[] = []
  return {
    product,
    async another() {
      const program = await startProgram('server/main.ts', env)
      others.push(program)
      return program
    },
    databaseUrl,
    databasePids: server.pids,
    token,
    linkSecret,
    platforms,
    filledIn,
    client,
    async close() {
      for (const program of [product, ...others]) await program.stop()
      await client.end()
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Schema, rules and one super admin with an open session. */
async function prepare(databaseUrl: string): Promise<string> {
  const { db, close } = connect({ connectionString: databaseUrl }, { max: 2 })
  try {
    await migrateToLatest(db)
    await syncRolesAndRules(db)
    const id = await createAccount(db, {
      kind: kind.staff,
      username: 'checker1',
      passwordHash: '',
      roleId: seedRoles.superAdmin.id,
    })
    const info = { lang: 'en-us', address: '127.0.0.1', userAgent: 'bench', requestId: 'bench' } as const
    return (await openSession(db, id, true, info, new Date())).token
  } finally {
    await close()
  }
}

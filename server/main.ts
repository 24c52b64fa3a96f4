import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { kind } from '../contract/kit/kinds.ts'
import { seedRoles } from '../contract/rules.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig, WrongSetting } from './config.ts'
import { flagAutoPlayers } from './demo/auto-players.ts'
import { cast, demoPassword } from './demo/cast.ts'
import { startSandbox } from './demo/sandbox.ts'
import { demoOffer, seedDemo } from './demo/seed.ts'
import { playSettlements } from './demo/settlements.ts'
import { createAccount } from './features/accounts/index.ts'
import { syncRolesAndRules } from './features/roles/index.ts'
import { hashPassword } from './features/sign-in/index.ts'
import { clockOf } from './kit/clock.ts'
import { connect, type Db } from './kit/db/connect.ts'
import { migrateToLatest } from './kit/db/migrate.ts'
import { openLiveFeed } from './kit/live.ts'
import { masterKey, vaultOf } from './kit/secrets.ts'
import type { Services } from './kit/services.ts'
import { onStop } from './kit/shutdown.ts'
import { vitalsOf } from './kit/vitals.ts'
import { startDatabase } from './start-database.ts'
import { startWork } from './work.ts'

/** What was started, in order; it is stopped in the reverse. */
const running: (() => Promise<unknown>)[] = []
let stopping = false
let drain: () => Promise<unknown> = async () => {}

/** Says that nothing new is to come here, waits until the balancer has heard it, then ends what was started. */
async function stop(): Promise<void> {
  stopping = true
  await drain()
  for (const end of running.toReversed()) await end()
}

async function start(config: Config): Promise<void> {
  const log = pino({ level: config.mode === 'demo' && config.logLevel === 'info' ? 'warn' : config.logLevel })
  const database = await startDatabase(config)
  running.push(database.stop)
  const complain = (error: unknown) => {
    if (!stopping) log.error({ err: error }, 'database connection lost')
  }
  const { db, pool, close } = connect(database.connection, { max: config.poolSize, onError: complain })
  running.push(close)
  const vitals = vitalsOf()
  vitals.pool = () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most: config.poolSize,
  })
  await migrateToLatest(db)
  await syncRolesAndRules(db)
  const vault = vaultOf(await masterKey(config.home, config.masterSecret))
  const live = await openLiveFeed(database.connection, complain)
  running.push(live.close)
  const services: Services = {
    config,
    db,
    reportDb: db,
    clock: clockOf(config.regional.zone),
    vault,
    live,
    log,
    vitals,
    checkResults: false,
  }

  if (config.mode === 'demo') await seedDemo(db, vault)
  else await firstAdmin(db)

  let offer: ReturnType<typeof demoOffer> = async () => null
  const app = await buildApp(services, { demo: (ctx) => offer(ctx) })
  running.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as { port: number }
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  if (config.mode === 'demo') {
    const sandbox = await startSandbox(services, url)
    running.push(sandbox.stop)
    offer = demoOffer(sandbox.url)
    await flagAutoPlayers(db, sandbox.url, sandbox.platformIds)
    const stopSettlements = playSettlements(services)
    running.push(async () => stopSettlements())
  }
  if (config.roles.work) running.push(await startWork(services, database.connection))
  drain = () => {
    vitals.draining = true
    return sleep(config.drainSeconds * 1000)
  }
  process.stdout.write(`ready ${url}\n`)
  if (config.mode === 'demo') await printSignIns(services, offer)
}

/** A production database without accounts gets its super admin; the password is shown this once. */
async function firstAdmin(db: Db): Promise<void> {
  if (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) return
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const password = `${Array.from({ length: 18 }, () => letters[randomInt(letters.length)]).join('')}7k`
  const passwordHash = await hashPassword(password)
  await db.transaction().execute((tx) =>
    createAccount(tx, {
      kind: kind.staff,
      username: 'admin',
      passwordHash,
      roleId: seedRoles.superAdmin.id,
    }),
  )
  process.stdout.write(`super admin: admin, one-time password: ${password} (change it after signing in)\n`)
}

async function printSignIns(services: Services, offer: ReturnType<typeof demoOffer>): Promise<void> {
  const demo = await offer(services)
  for (const account of demo?.accounts ?? []) {
    process.stdout.write(
      `  ${account.username.padEnd(10)} ${account.password}  authenticator ${account.secret}  ${account.title}\n`,
    )
  }
  for (const { username } of cast.filter((member) => member.firstTime)) {
    process.stdout.write(
      `  ${username.padEnd(10)} ${demoPassword}  binds its authenticator at the first sign-in\n`,
    )
  }
  process.stdout.write(`  sandbox    ${demo?.sandbox_url ?? ''}\n`)
}

onStop(stop)
try {
  await start(readConfig(process.env, process.argv.slice(2)))
} catch (error) {
  if (!stopping) {
    process.stderr.write(
      `${error instanceof WrongSetting ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    await stop().catch(() => {})
    process.exit(1)
  }
}

import { resolve } from 'node:path'
import * as z from 'zod'
import { Region, type RegionFacts, regions } from '../contract/regions.ts'

/** A setting that is wrong: its message is the one sentence a start ends with. */
export class WrongSetting extends Error {}

const yesOrNo = z.stringbool({ error: 'must be true or false' })
const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number between 0 and 65535')
    .default(String(fallback))
    .transform(Number)
    .refine((number) => number <= 65535, 'must be a port number between 0 and 65535')
const days = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number of days from 1 to 9999')
    .default(String(fallback))
    .transform(Number)
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

/** Every environment variable the product reads, with its default. An empty variable counts as not set. */
const Settings = z.object({
  /** Where the product listens; 0 lets the system choose. */
  PORT: port(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  /** Directory of the embedded database, downloads and keys. */
  PITBOSS_HOME: z
    .string()
    .default('./.pitboss')
    .transform((path) => resolve(path)),
  /** A PostgreSQL server instead of the embedded one. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/database')
    .optional(),
  REGION: z.enum(Region.enum, { error: `must be one of ${Region.options.join(', ')}` }).default('br'),
  /** Overrides what the start command implies: `npm start` is the demo, `npm run serve` is production. */
  PITBOSS_MODE: oneOf(['demo', 'production']).optional(),
  /** serve answers people, work runs jobs; a process may do one or both. */
  ROLES: z
    .string()
    .default('serve,work')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(
      z
        .array(oneOf(['serve', 'work']), { error: 'must be serve, work or both with a comma' })
        .transform((roles) => new Set(roles)),
    ),
  /** Where the demo's sandbox platforms listen; 0 lets the system choose. */
  SANDBOX_PORT: port(0),
  /** A sandbox that runs already, instead of one of our own. */
  SANDBOX_URL: z
    .string()
    .regex(/^http:\/\/(127\.0\.0\.1|localhost):\d+$/, 'must be an http address of this machine')
    .optional(),
  /** Withdrawal requests a minute that come by themselves on each of the demo's platforms. */
  DEMO_PER_MINUTE: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of orders a minute')
    .default('2')
    .transform(Number),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Allows game platforms whose address is plain http. The demo's own always may. */
  ALLOW_HTTP: yesOrNo.default(false),
  /** Hosts that addresses of game platforms may have, with everything below them; without it any host. */
  PLATFORM_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    ),
  /** True behind a reverse proxy that sets X-Forwarded-For; otherwise the socket's address is the caller's. */
  TRUST_PROXY: yesOrNo.default(false),
  /** Requests a minute that one address may make; 0 means no limit. */
  RATE_LIMIT: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number of requests a minute')
    .default('12000')
    .transform(Number),
  /** Connections of one process to the database. */
  POOL_SIZE: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number of connections')
    .default('30')
    .transform(Number),
  /** Seconds between telling the balancer that this process goes away and closing it. Default: production 3, demo 0. */
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number of seconds from 0 to 99')
    .transform(Number)
    .optional(),
  /** What whoever reads /metrics sends as bearer token; without one only this machine may. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Days after which rows of the operation log are forgotten. */
  OPERATION_LOG_DAYS: days(180),
  /** The same for what the chat bot did. */
  BOT_LOG_DAYS: days(90),
  /** Master key of what is sealed in the database; without it a key file in PITBOSS_HOME. */
  PITBOSS_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
})

type Setting = z.infer<typeof Settings>

export type Config = {
  port: number
  host: string
  /** Absolute path. */
  home: string
  databaseUrl: string | undefined
  region: Region
  /** Label, zone, currency and locale of the region. */
  regional: RegionFacts
  mode: 'demo' | 'production'
  roles: { serve: boolean; work: boolean }
  sandboxPort: number
  sandboxUrl: string | undefined
  demoPerMinute: number
  logLevel: Setting['LOG_LEVEL']
  allowHttp: boolean
  /** Hosts that platforms' addresses may have; empty for any. */
  platformHosts: readonly string[]
  trustProxy: boolean
  rateLimitPerMinute: number
  masterSecret: string | undefined
  poolSize: number
  metricsToken: string | undefined
  drainSeconds: number
  operationLogDays: number
  botLogDays: number
}

/**
 * Reads and checks every setting, once, before anything is started.
 * `args` are the command line's: `--demo` makes this the demo unless PITBOSS_MODE says otherwise.
 * Throws `WrongSetting` with one sentence naming the first wrong variable.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = [],
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = Settings.safeParse(given)
  if (!read.success) throw new WrongSetting(sentence(read.error.issues[0], given))
  const settings = read.data
  const mode = settings.PITBOSS_MODE ?? (args.includes('--demo') ? 'demo' : 'production')
  return {
    port: settings.PORT,
    host: settings.HOST,
    home: settings.PITBOSS_HOME,
    databaseUrl: settings.DATABASE_URL,
    region: settings.REGION,
    regional: regions[settings.REGION],
    mode,
    roles: { serve: settings.ROLES.has('serve'), work: settings.ROLES.has('work') },
    sandboxPort: settings.SANDBOX_PORT,
    sandboxUrl: settings.SANDBOX_URL,
    demoPerMinute: settings.DEMO_PER_MINUTE,
    logLevel: settings.LOG_LEVEL,
    allowHttp: settings.ALLOW_HTTP || mode === 'demo',
    platformHosts: settings.PLATFORM_HOSTS,
    trustProxy: settings.TRUST_PROXY,
    rateLimitPerMinute: settings.RATE_LIMIT,
    masterSecret: settings.PITBOSS_SECRET,
    poolSize: settings.POOL_SIZE,
    drainSeconds: settings.DRAIN_SECONDS ?? (mode === 'production' ? 3 : 0),
    metricsToken: settings.METRICS_TOKEN,
    operationLogDays: settings.OPERATION_LOG_DAYS,
    botLogDays: settings.BOT_LOG_DAYS,
  }
}

const secretSettings: ReadonlySet<string> = new Set(['DATABASE_URL', 'METRICS_TOKEN', 'PITBOSS_SECRET'])

function sentence(issue: z.core.$ZodIssue | undefined, given: Record<string, string | undefined>): string {
  const name = String(issue?.path[0] ?? 'A setting')
  // Neither a key nor a connection string with its password may end up in a log.
  const value = secretSettings.has(name) ? '' : ` (it is "${given[name] ?? ''}")`
  return `${name} ${issue?.message ?? 'is wrong'}${value}.`
}

import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { isZone } from './days.ts'

export const Secret = z.string().regex(/^([0-9a-f]{64})?$/, 'must be 64 hex digits')
export const Story = z.enum(['calm', 'dispute', 'fraud', 'empty'])

export const PlatformConfig = z.strictObject({
  platform_id: z.int().min(1).max(9_999_999),
  name: z.string().min(1).max(100),
  /** Empty: not linked yet; it plays, but sends nothing and believes nobody. */
  secret: Secret.default(''),
  story: Story.default('calm'),
  /** Withdrawal requests a minute that come by themselves. */
  perMinute: z.number().min(0).max(6000).default(0),
  /** Deposits a minute that come by themselves. */
  depositsPerMinute: z.number().min(0).max(6000).default(0),
})

export const AgentConfig = z.strictObject({
  username: z.string().min(1).max(32),
  roleId: z
    .string()
    .regex(/^\d{0,19}$/)
    .default(''),
  /** How many players it brings, beside the others. */
  weight: z.number().min(0).max(1000).default(1),
})

export const Config = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(3900),
  home: z.string().min(1).default('.pitboss/sandbox'),
  seed: z.int().min(0).default(1),
  pitbossUrl: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  /** Past orders each platform starts with, spread over the last 20 days. */
  historyOrders: z.int().min(0).max(100_000).default(400),
  /** Between these two the third party usually answers, in ms. */
  payoutDelayMs: z.tuple([z.int().min(0), z.int().min(0)]).default([500, 2500]),
  /** How often counters are sent, in ms; 0 = never. */
  statusEveryMs: z.int().min(0).default(30_000),
  /** How often figures of the day are sent, in ms; 0 = never. */
  figuresEveryMs: z.int().min(0).default(60_000),
  /** Days of figures a platform has before its first. */
  historyDays: z.int().min(0).max(2000).default(60),
  /** Agents of the operator, who bring the players. */
  agents: z.array(AgentConfig).max(100_000).default([]),
  /** Zone of the region: its midnight begins the day of the counters. */
  zone: z.string().default('America/Sao_Paulo').refine(isZone, 'must be an IANA time zone'),
  platforms: z
    .array(PlatformConfig)
    .default(() => [
      PlatformConfig.parse({ platform_id: 1, name: 'Sol Dourado', story: 'calm' }),
      PlatformConfig.parse({ platform_id: 2, name: 'Rio Fortuna', story: 'dispute' }),
      PlatformConfig.parse({ platform_id: 3, name: '金龙娱乐', story: 'fraud' }),
    ]),
})
export type Config = z.infer<typeof Config>
export type PlatformConfig = z.infer<typeof PlatformConfig>

/**
 * Reads the configuration: a JSON file (first argument, or SANDBOX_CONFIG) or JSON text (SANDBOX_CONFIG), then single
 * values from SANDBOX_PORT, SANDBOX_HOME, SANDBOX_SEED, SANDBOX_PITBOSS_URL. Throws a sentence for a wrong value.
 */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv): Config {
  const source = args[0] ?? env['SANDBOX_CONFIG'] ?? ''
  let given = {}
  if (source) {
    if (!source.trimStart().startsWith('{') && !existsSync(source)) {
      throw new Error(`The configuration file ${source} does not exist.`)
    }
    const text = source.trimStart().startsWith('{') ? source : readFileSync(source, 'utf8')
    try {
      given = z.looseObject({}).parse(JSON.parse(text))
    } catch {
      throw new Error('The configuration is not a JSON object.')
    }
  }
  const numberOf = (name: string) => (env[name] ? { value: Number(env[name]) } : undefined)
  const port = numberOf('SANDBOX_PORT')
  const seed = numberOf('SANDBOX_SEED')
  const parsed = Config.safeParse({
    ...given,
    ...(port && { port: port.value }),
    ...(seed && { seed: seed.value }),
    ...(env['SANDBOX_HOME'] && { home: env['SANDBOX_HOME'] }),
    ...(env['SANDBOX_PITBOSS_URL'] && { pitbossUrl: env['SANDBOX_PITBOSS_URL'] }),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`Wrong configuration: ${issue?.path.join('.')}: ${issue?.message}`)
}

import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { kind } from '../../contract/kit/kinds.ts'
import type { Config } from '../config.ts'
import { demoBotKey } from '../features/logs/index.ts'
import type { Db } from '../kit/db/connect.ts'
import type { Vault } from '../kit/secrets.ts'
import type { Services } from '../kit/services.ts'
import { cast, demoPlatforms } from './cast.ts'

type Needs = Pick<Services, 'config' | 'db' | 'vault' | 'clock'>

export interface Sandbox {
  url: string
  platformIds: readonly number[]
  stop(): Promise<void>
}

interface PlatformSetting {
  platform_id: number
  name: string
  secret: string
  story: string
  perMinute: number
  depositsPerMinute: number
}

/**
 * Lets the sandbox platforms play: as a process of our own, or in a sandbox that runs already. The demo's platforms are
 * pointed at it. It keeps what it has to tell until the product listens.
 */
export async function startSandbox(services: Needs, pitbossUrl: string): Promise<Sandbox> {
  const { config, db, vault } = services
  const settings = await platformSettings(config, db, vault)
  const sandbox = config.sandboxUrl
    ? await joinSandbox(config.sandboxUrl, settings, pitbossUrl)
    : await spawnSandbox(config, settings, pitbossUrl)
  for (const { platform_id } of settings) {
    const address = `${sandbox.url}/p/${platform_id}`
    await db
      .updateTable('platforms')
      .set({ api_url: address, admin_url: address, channel_url: address })
      .where('id', '=', platform_id)
      .execute()
  }
  await startBot(sandbox.url, services, pitbossUrl)
  return sandbox
}

/** Gives the sandbox's chat bot its key and the people it works for. */
async function startBot(sandboxUrl: string, services: Needs, pitbossUrl: string): Promise<void> {
  const { keyId, secret } = await demoBotKey(services)
  const people = cast.filter((member) => member.kind !== kind.staff)
  const setting = {
    pitbossUrl,
    key_id: keyId,
    secret,
    accounts: people.map(({ username, remark, proxyId = '' }) => ({
      channel_account: username,
      channel_name: remark,
      chat_title: `${remark}合作群`,
      role_id: proxyId,
    })),
    platforms: demoPlatforms.map(({ name }) => name),
    admins: [
      { username: 'admin', list: [{ user_name: 'pitboss_ops', type_name: '群管理员' }] },
      { username: 'operator', list: [{ user_name: 'pitboss_ops', type_name: '群管理员' }] },
    ],
  }
  await post(`${sandboxUrl}/control/bot`, setting)
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { error?: string }
  if (answer.error) throw new Error(`the sandbox refused: ${answer.error}`)
}

async function platformSettings(config: Config, db: Db, vault: Vault): Promise<PlatformSetting[]> {
  const names = demoPlatforms.map(({ name }) => name)
  const rows = await db
    .selectFrom('platforms')
    .select(['id', 'name', 'secret'])
    .where('name', 'in', names)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, secret }) => ({
    platform_id: id,
    name,
    secret: secret ? vault.unseal(secret).toString('hex') : '',
    story: demoPlatforms.find((platform) => platform.name === name)?.story ?? 'calm',
    perMinute: config.demoPerMinute,
    // Players deposit more often than they withdraw.
    depositsPerMinute: config.demoPerMinute * 6,
  }))
}

/** The cast's people of the channel side, as the games know them: channels themselves bring few players. */
const agentSettings = cast.flatMap(({ username, proxyId, kind: of }) =>
  of === kind.staff || !proxyId
    ? []
    : [{ username, roleId: proxyId, weight: of === kind.channel ? 0.4 : of === kind.subChannel ? 0.8 : 1.5 }],
)

async function joinSandbox(
  url: string,
  platforms: readonly PlatformSetting[],
  pitbossUrl: string,
): Promise<Sandbox> {
  await post(`${url}/control/agents`, { agents: agentSettings })
  for (const platform of platforms) await post(`${url}/control/platforms`, { ...platform, pitbossUrl })
  return { url, platformIds: idsOf(platforms), stop: async () => {} }
}

async function spawnSandbox(
  config: Config,
  platforms: readonly PlatformSetting[],
  pitbossUrl: string,
): Promise<Sandbox> {
  const port = config.sandboxPort || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const home = join(config.home, 'sandbox')
  await mkdir(home, { recursive: true })
  const file = join(home, 'settings.json')
  await writeFile(
    file,
    JSON.stringify(
      { port, home, seed: 1, pitbossUrl, zone: config.regional.zone, agents: agentSettings, platforms },
      null,
      2,
    ),
    {
      mode: 0o600,
    },
  )
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../sandbox/main.ts'), file], {
    // The channel carries nothing: its end tells the sandbox that we are gone, however we went.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let alive = true
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      alive = false
      resolve()
    }),
  )
  await answering(`${url}/control/platforms`, () => alive)
  return {
    url,
    platformIds: idsOf(platforms),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const idsOf = (platforms: readonly PlatformSetting[]) => platforms.map(({ platform_id }) => platform_id)

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Waits until the sandbox answers, at most 20 s; throws when it died meanwhile. */
async function answering(url: string, alive: () => boolean): Promise<void> {
  for (let look = 0; look < 200; look++) {
    if (!alive()) throw new Error('the sandbox platforms could not start')
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the sandbox platforms did not answer')
}

import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../kit/db/connect.ts'
import type { Vault } from '../kit/secrets.ts'
import { demoPlatforms } from './cast.ts'

export interface Sandbox {
  url: string
  stop(): Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * Starts the sandbox platforms as a process of their own and points the demo's platforms at them. It is started before
 * the product listens, and keeps what it has to tell until somebody does.
 */
export async function startSandbox(
  config: Config,
  db: Db,
  vault: Vault,
  pitbossUrl: string,
): Promise<Sandbox> {
  const port = config.sandboxPort || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const home = join(config.home, 'sandbox')
  await mkdir(home, { recursive: true })
  const rows = await db
    .selectFrom('platforms')
    .select(['id', 'name', 'secret'])
    .where(
      'name',
      'in',
      demoPlatforms.map(({ name }) => name),
    )
    .orderBy('id')
    .execute()
  for (const { id } of rows) {
    const address = `${url}/p/${id}`
    await db
      .updateTable('platforms')
      .set({ api_url: address, admin_url: address, channel_url: address })
      .where('id', '=', id)
      .execute()
  }
  const settings = {
    port,
    home,
    seed: 1,
    pitbossUrl,
    platforms: rows.map(({ id, name, secret }) => ({
      platform_id: id,
      name,
      secret: secret ? vault.unseal(secret).toString('hex') : '',
      story: demoPlatforms.find((platform) => platform.name === name)?.story ?? 'calm',
    })),
  }
  const file = join(home, 'settings.json')
  await writeFile(file, JSON.stringify(settings, null, 2), { mode: 0o600 })
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../sandbox/main.ts'), file], {
    // The channel says nothing; its end tells the sandbox that this process is gone, killed or not.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
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
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

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

import { type ChildProcess, spawn } from 'node:child_process'
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Secret, TOTP } from 'otpauth'
import type { features } from '../contract/index.ts'
import type { Envelope } from '../contract/kit/codes.ts'
import type { ResultOf } from '../contract/kit/endpoint.ts'

const root = join(import.meta.dirname, '..')
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Started {
  child: ChildProcess
  /** What the program said when it was ready: its address. */
  url: string
}

/** Runs one of the product's programs until it says `... ready URL` or `ready URL`. */
async function startProgram(args: readonly string[], env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString()
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = /^(?:sandbox )?ready (\S+)$/.exec(line)
    if (ready?.[1]) {
      child.stdout.resume()
      return { child, url: ready[1] }
    }
  }
  throw new Error(`${args.join(' ')} ended before it was ready: ${said}`)
}

const exited = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))

export interface Program {
  url: string
  stop(): Promise<void>
}

/** A sandbox of its own, which goes on while the product is killed. */
export async function startSandboxProgram(home: string, settings: Record<string, unknown>): Promise<Program> {
  const config = JSON.stringify({ port: 0, home, platforms: [], ...settings })
  const { child, url } = await startProgram(['sandbox/main.ts'], { SANDBOX_CONFIG: config })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await exited(child)
    },
  }
}

export interface Product extends Program {
  /** Ends it as a power cut would: at once, and everything it started with it. */
  kill(): Promise<void>
  /** Starts it again on the same home and port. */
  again(): Promise<void>
}

/** The demo on a home of its own. */
export async function startProduct(home: string, env: Record<string, string> = {}): Promise<Product> {
  const settings = { PITBOSS_HOME: home, PORT: '0', LOG_LEVEL: 'error', DEMO_PER_MINUTE: '0', ...env }
  let started = await startProgram(['server/main.ts', '--demo'], settings)
  const { port } = new URL(started.url)
  return {
    url: started.url,
    async stop() {
      started.child.kill('SIGTERM')
      await exited(started.child)
    },
    async kill() {
      if (started.child.pid) process.kill(-started.child.pid, 'SIGKILL')
      await exited(started.child)
    },
    async again() {
      started = await startProgram(['server/main.ts', '--demo'], { ...settings, PORT: port })
    },
  }
}

interface DemoAccount {
  username: string
  password: string
  secret: string
}

/** What a sign-in answers. */
export type SignedIn = ResultOf<typeof features.signIn.login>

/** A signed-in person, speaking HTTP as the console does. */
export interface Person {
  token: string
  /** POST. */
  call<T>(path: string, params?: Record<string, string | number>): Promise<Envelope<T>>
  get<T>(path: string, params?: Record<string, string | number>): Promise<Envelope<T>>
}

/** Signs a demo account in and speaks for it. */
export async function signIn(url: string, username: string): Promise<Person> {
  return personOf(url, (await enter(url, username)).token)
}

export const personOf = (url: string, token: string): Person => ({
  token,
  call: (path, params = {}) => send(url, `/adminapi/${path}`, token, params),
  get: (path, params = {}) => send(url, `/adminapi/${path}`, token, params, 'GET'),
})

/** Signs a demo account in; a code counts once, so it takes the next one, then waits, where this one was used already. */
export async function enter(url: string, username: string): Promise<SignedIn> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const config = await send<{ publicKey: string; demo: { accounts: DemoAccount[] } }>(
      url,
      '/adminapi/config',
      undefined,
      {},
      'GET',
    )
    const account = config.data?.demo.accounts.find((known) => known.username === username)
    if (!config.data || !account) throw new Error(`no demo account ${username}`)
    const pwd = publicEncrypt(
      {
        key: createPublicKey(config.data.publicKey),
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: 'sha256',
      },
      Buffer.from(JSON.stringify({ p: account.password, t: Date.now() })),
    ).toString('base64')
    const codes = new TOTP({ secret: Secret.fromBase32(account.secret) })
    const code = codes.generate({ timestamp: Date.now() + (attempt % 2) * 30_000 })
    const login = await send<SignedIn>(url, '/adminapi/login', undefined, {
      username,
      pwd,
      code,
      remember: 1,
    })
    if (login.data) return login.data
    if (attempt % 2 === 1) await sleep(30_500 - (Date.now() % 30_000))
  }
  throw new Error(`${username} could not sign in`)
}

async function send<T>(
  url: string,
  path: string,
  token: string | undefined,
  params: Record<string, string | number>,
  method: 'GET' | 'POST' = 'POST',
): Promise<Envelope<T>> {
  const form = new URLSearchParams({ lang: 'en-us', appId: '3' })
  for (const [name, value] of Object.entries(params)) form.set(name, String(value))
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(method === 'GET' ? `${url}${path}?${form}` : `${url}${path}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: form }),
    signal: AbortSignal.timeout(30_000),
  })
  return (await response.json()) as Envelope<T>
}

/** Speaks to the sandbox's control API. Throws what it answers as an error. */
export async function control<T>(url: string, path: string, body?: unknown): Promise<T> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${url}/control/${path}`, body === undefined ? {} : post)
  const answer = (await response.json()) as T & { error?: string }
  if (answer.error) throw new Error(`control/${path}: ${answer.error}`)
  return answer
}

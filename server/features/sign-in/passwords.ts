import {
  argon2,
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '../../kit/db/connect.ts'
import { installationKey } from '../../kit/installation-key.ts'
import { refuse } from '../../kit/refusal.ts'
import type { Vault } from '../../kit/secrets.ts'

const argon2id = promisify(argon2)
const memoryKib = 19_456
const passes = 2
const tagBytes = 32

/** How far a ciphertext's clock may be off. */
const maxSkewMs = 5 * 60_000

async function digest(password: string, salt: Buffer): Promise<Buffer> {
  return argon2id('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce: salt,
    parallelism: 1,
    tagLength: tagBytes,
    memory: memoryKib,
    passes,
  })
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** argon2id in the usual text form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await digest(password, salt)
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${unpadded(salt)}$${unpadded(tag)}`
}

const nobody = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(tagBytes))}`

/** Takes as long for an unknown account (no hash) as for a known one, so that time tells nothing. */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = (hash ?? nobody).split('$')
  const wanted = Buffer.from(tag, 'base64')
  const got = await digest(password, Buffer.from(salt, 'base64'))
  return timingSafeEqual(got, wanted) && hash !== undefined
}

/** 8 to 64 characters with letters and digits. */
export const isStrongEnough = (password: string): boolean =>
  password.length >= 8 && password.length <= 64 && /\p{L}/u.test(password) && /\d/.test(password)

export interface PasswordKeys {
  /** SPKI PEM, for the browser. */
  publicKey: string
  privateKey: KeyObject
}

/** The installation's key pair: made by whoever starts first, shared by every process. */
export async function passwordKeys(db: Db, vault: Vault): Promise<PasswordKeys> {
  const pem = await installationKey(db, vault, 'password-encryption', async () => {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    return privateKey.export({ type: 'pkcs8', format: 'pem' })
  })
  return {
    privateKey: createPrivateKey(pem),
    publicKey: createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/**
 * The password inside base64(RSA-OAEP-SHA256({"p": password, "t": epoch ms})). Refuses what cannot be decrypted and
 * what was encrypted more than five minutes ago, so that a recorded ciphertext is soon worthless.
 */
export function decryptPassword(keys: PasswordKeys, ciphertext: string, now: Date, field: string): string {
  let sealed: { p?: unknown; t?: unknown }
  try {
    const plain = privateDecrypt(
      { key: keys.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      // A client that forgot to escape the plus signs meant plus signs.
      Buffer.from(ciphertext.replace(/ /g, '+'), 'base64'),
    )
    sealed = JSON.parse(plain.toString('utf8')) as typeof sealed
  } catch {
    return refuse('signIn.ciphertext', {}, field)
  }
  if (typeof sealed.p !== 'string' || typeof sealed.t !== 'number')
    return refuse('signIn.ciphertext', {}, field)
  if (Math.abs(now.getTime() - sealed.t) > maxSkewMs) return refuse('signIn.ciphertext', {}, field)
  return sealed.p
}

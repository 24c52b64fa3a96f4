import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Seals what must not be readable in a copy of the database: AES-256-GCM under the installation's master key. */
export interface Vault {
  seal(plain: Buffer | string): Buffer
  /** Throws when the text was sealed under another key or changed since. */
  unseal(sealed: Buffer): Buffer
}

const nonceBytes = 12
const tagBytes = 16

export function vaultOf(key: Buffer): Vault {
  return {
    seal(plain) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    unseal(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
    },
  }
}

/**
 * The master key: from the setting if one is given (any text of 32 characters or more), else from `master.key` in the
 * home folder, made at the first start. Every process of one installation needs the same.
 */
export async function masterKey(home: string, given?: string): Promise<Buffer> {
  if (given) return createHash('sha256').update(given).digest()
  const file = join(home, 'master.key')
  await mkdir(home, { recursive: true })
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(randomBytes(32).toString('hex'))
    await handle.sync()
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')
  if (key.length !== 32) throw new Error(`${file} is damaged: it must hold 64 hex digits`)
  return key
}

import { createHash } from 'node:crypto'
import { keccak256 } from './keccak.ts'

/** A network on which U are sent, and whether an address is one of its own, its checksum included. */
export interface Network {
  name: string
  isValid(address: string): boolean
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

function fromBase58(text: string): Buffer | null {
  let value = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}

/** T and 33 more letters of base 58: 0x41, 20 bytes, and 4 of a double SHA-256 over both. */
function isTrc20(address: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false
  const bytes = fromBase58(address)
  if (bytes?.length !== 25 || bytes[0] !== 0x41) return false
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21))
}

/** 0x and 40 hex digits. Capitals carry the checksum; an address in one case has none to check. */
function isErc20(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  const hash = keccak256(Buffer.from(digits.toLowerCase())).toString('hex')
  return Array.from(digits).every((digit, index) => {
    const isUpper = Number.parseInt(hash[index] ?? '0', 16) >= 8
    return digit === (isUpper ? digit.toUpperCase() : digit.toLowerCase())
  })
}

export const networks: readonly Network[] = [
  { name: 'TRC-20', isValid: isTrc20 },
  { name: 'ERC-20', isValid: isErc20 },
]

/** Whether two addresses look the same to somebody who compares their ends only. */
export const isAlike = (one: string, other: string): boolean =>
  one !== other &&
  one.slice(0, 4).toLowerCase() === other.slice(0, 4).toLowerCase() &&
  one.slice(-4).toLowerCase() === other.slice(-4).toLowerCase()

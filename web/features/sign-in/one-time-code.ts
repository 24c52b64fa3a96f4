/*
 * Codes as an authenticator app makes them (RFC 6238: SHA-1, 30 seconds, 6 digits). Only the demo needs this: its sign-ins
 * hand over their key, so that one click is enough.
 */
const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a base32 key at a moment; `step` 1 is the next one. */
export async function oneTimeCode(secret: string, at: number, step = 0): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    fromBase32(secret),
    { name: 'HMAC', hash: 'SHA-1' },
    false,
    ['sign'],
  )
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(at / stepMs) + step))
  const hash = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const number = hash.getUint32(hash.getUint8(19) & 0xf) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(text.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''), (letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

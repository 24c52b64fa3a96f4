import { serverNow } from './region.ts'

/** Whether this browser lets the page encrypt: only on https, localhost and 127.0.0.1. */
export const canEncrypt = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

/** A password for the wire: RSA-OAEP with SHA-256 over the password and the time, so that it is worth little later. */
export async function encryptPassword(password: string, publicKey: string): Promise<string> {
  const der = Uint8Array.from(atob(publicKey.replaceAll(/-----[A-Z ]+-----|\s/g, '')), (letter) =>
    letter.charCodeAt(0),
  )
  const key = await crypto.subtle.importKey('spki', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ])
  const plain = new TextEncoder().encode(JSON.stringify({ p: password, t: serverNow().getTime() }))
  const secret = new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, plain))
  return btoa(String.fromCharCode(...secret))
}

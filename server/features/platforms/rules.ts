/** What is wrong with an address: its scheme, that it must be https, or anything else about it. */
export type AddressTrouble = 'scheme' | 'https' | 'unsupported'

/**
 * Judges an address of a platform: http or https, or https alone; no credentials, query or fragment; a host of the
 * list or below one of it, where there is a list.
 */
export function addressTrouble(
  address: string,
  { httpsOnly, hosts }: { httpsOnly: boolean; hosts: readonly string[] },
): AddressTrouble | null {
  if (!/^https?:\/\//i.test(address)) return 'scheme'
  if (!URL.canParse(address)) return 'unsupported'
  const { protocol, hostname, username, password, search, hash } = new URL(address)
  if (username || password || search || hash || /[?#\s\\]/.test(address)) return 'unsupported'
  if (hosts.length > 0 && !hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)))
    return 'unsupported'
  return httpsOnly && protocol !== 'https:' ? 'https' : null
}

/** Whether a platform may end then: after it was published, or at no time known. */
export const endsAfter = (publish: Date | null, end: Date | null): boolean =>
  publish === null || end === null || end > publish

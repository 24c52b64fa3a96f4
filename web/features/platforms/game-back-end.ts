import type { Text } from '../../../contract/kit/language.ts'
import { platforms } from '../../../contract/platforms.ts'
import { platformMessages } from '../../../contract/platforms-messages.ts'
import { call } from '../../kit/api.ts'

/** Where a sign-in to a game back end goes. `sn` keeps two of them apart. */
export function groupLoginUrl(adminUrl: string, token: string, sn: string): string {
  const address = adminUrl.trim().replace(/\/+$/, '')
  return `${address}/GroupLogin?data=${encodeURIComponent(token)}&sn=${sn}&redirectUrl=${encodeURIComponent('/')}`
}

/** What keeps somebody from signing in to this address, or nothing. */
export function addressTrouble(adminUrl: string): Text | undefined {
  const address = adminUrl.trim()
  if (address === '') return platformMessages['platforms.adminUrlMissing']
  if (!/^https?:\/\/./i.test(address)) return platformMessages['platforms.adminUrlScheme']
  return undefined
}

/** Signs in to a platform's game back end in a window of its own. */
export async function openGameBackEnd(platform: { id: number; admin_url: string }): Promise<void> {
  // Opened by the click itself, or the browser takes it for a pop-up; the other side must not reach back to this page.
  const opened = window.open('about:blank', '_blank')
  if (opened) opened.opener = null
  try {
    const token = await call(platforms.accountGroupLogin, { platformId: platform.id })
    const address = groupLoginUrl(platform.admin_url, token, crypto.randomUUID().replaceAll('-', ''))
    if (opened) opened.location.replace(address)
    else window.open(address, '_blank', 'noopener')
  } catch (error) {
    opened?.close()
    throw error
  }
}

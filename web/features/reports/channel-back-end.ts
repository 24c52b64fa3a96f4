/** Where a sign-in to a channel back office goes. `sn` keeps two of them apart. */
export function groupLoginUrl(channelUrl: string, token: string, sn: string): string {
  const address = channelUrl.trim().replace(/\/+$/, '')
  return `${address}/GroupLogin?data=${encodeURIComponent(token)}&sn=${sn}&redirectUrl=${encodeURIComponent('/')}`
}

/** Signs in to a channel back office in a window of its own. What is wrong with the address the server says in words. */
export async function openChannelBackEnd(
  channelUrl: string,
  complain: (message: string) => void,
  login: () => Promise<string>,
): Promise<void> {
  // Opened by the click itself, or the browser takes it for a pop-up; the other side must not reach back to this page.
  const opened = channelUrl ? window.open('about:blank', '_blank') : null
  if (opened) opened.opener = null
  try {
    const token = await login()
    const address = groupLoginUrl(channelUrl, token, crypto.randomUUID().replaceAll('-', ''))
    if (opened) opened.location.replace(address)
    else if (!window.open(address, '_blank', 'noopener')) complain(address)
  } catch (error) {
    opened?.close()
    throw error
  }
}

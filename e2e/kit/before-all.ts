import { expect, type FullConfig } from '@playwright/test'
import { signEverybodyIn } from './people.ts'

// oxlint-disable-next-line import/no-default-export -- the form Playwright reads
export default async function beforeAll(config: FullConfig): Promise<void> {
  const url = config.projects[0]?.use.baseURL
  if (!url) throw new Error('the journeys need an address')
  // The server answers a moment before its game platforms are there.
  const demo = async () => {
    const known = (await (await fetch(`${url}/adminapi/config`)).json()) as { data: { demo: unknown } }
    return known.data.demo
  }
  await expect.poll(demo, { timeout: 60_000 }).not.toBeNull()
  await signEverybodyIn(url)
}

import type { FullConfig } from '@playwright/test'
import { signEverybodyIn } from './people.ts'

// oxlint-disable-next-line import/no-default-export -- the form Playwright reads
export default async function beforeAll(config: FullConfig): Promise<void> {
  const url = config.projects[0]?.use.baseURL
  if (!url) throw new Error('the journeys need an address')
  await signEverybodyIn(url)
}

import type { Page } from '@playwright/test'

/** Pages with tables of different sizes, the live list among them. */
const visited = [
  '/adminapi/platform/liveList',
  '/adminapi/platform/platformList',
  '/adminapi/system/users',
  '/adminapi/channel/channelDaily',
]

/** Runs in the page: presses the tag of an open page, and waits for the frame that shows that page. */
function press({ path, place }: { path: string; place: number }): Promise<number> {
  // Home is always the first, then the pages in the order they were opened.
  const tag = document.querySelectorAll<HTMLElement>('.pb-open-title')[place + 1]
  if (!tag) throw new Error(`no tag of ${path}`)
  return new Promise((shown) => {
    const began = performance.now()
    tag.click()
    const look = () =>
      requestAnimationFrame(() => {
        const page = document.querySelector<HTMLElement>(`section[data-page="${path}"]`)
        if (!page?.checkVisibility()) return look()
        const { port1, port2 } = new MessageChannel()
        port2.addEventListener('message', () => shown(performance.now() - began))
        port2.start()
        port1.postMessage(0)
      })
    look()
  })
}

/** Megabytes of the page's heap after everything that can go has gone. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}

export interface Switching {
  /** Milliseconds from a click on a tag to the frame that shows its page. */
  times: number[]
  /** Megabytes before and after. */
  heap: [number, number]
}

/** Goes round the visited pages so many times. They have all been shown once before. */
export async function switchPages(page: Page, url: string, switches: number): Promise<Switching> {
  for (const path of visited) {
    await page.goto(`${url}${path}`)
    await page.locator(`section[data-page="${path}"] table`).first().waitFor()
    await page.waitForTimeout(500)
  }
  for (const [place, path] of visited.entries()) {
    await page.evaluate(press, { path, place })
    await page.waitForTimeout(800)
  }
  // What is kept on purpose (answers, drawn rows) is there after one round.
  const before = await heapOf(page)
  const times: number[] = []
  for (let n = 0; n < switches; n += 1) {
    const place = n % visited.length
    times.push(await page.evaluate(press, { path: visited[place] ?? '', place }))
    await page.waitForTimeout(50)
  }
  await page.waitForTimeout(2000)
  return { times, heap: [before, await heapOf(page)] }
}

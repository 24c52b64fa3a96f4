// node scripts/shot.mjs URL out.png [--width 1440] [--height 900] [--dark] [--lang en-us] [--full]
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/root.mjs'

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      width: { type: 'string', default: '1440' },
      height: { type: 'string', default: '900' },
      lang: { type: 'string', default: 'zh-cn' },
      dark: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
    },
  })
  const [url, file] = positionals
  if (!url || !file)
    throw new Error('Usage: node scripts/shot.mjs URL out.png [--width 1440] [--dark] [--lang en-us]')
  await ensureInstalled({ tools: true })
  const playwright = await import('@playwright/test')
  const { chromium } = await import('./lib/chromium.mjs')
  const browser = await playwright.chromium.launch(await chromium())
  try {
    const page = await browser.newPage({
      viewport: { width: Number(values.width), height: Number(values.height) },
      colorScheme: values.dark ? 'dark' : 'light',
      locale: values.lang === 'en-us' ? 'en-US' : 'zh-CN',
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.screenshot({ path: file, fullPage: values.full })
  } finally {
    await browser.close()
  }
})

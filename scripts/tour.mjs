// `npm run tour [-- --url URL --out DIR --as admin,channel01 --only settle --lang zh-cn --width 760 --dark]`: a picture
// of every page, as each kind of account, of a demo that is running or of one started for it.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { pinnedNode } from './lib/node.mjs'
import { inRoot, main, say } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    return say(
      'npm run tour [-- --url URL] [--out DIR] [--as NAMES] [--only TEXT] [--lang en-us] [--width 760] [--dark]',
    )
  }
  await ensureInstalled({ tools: true })
  const tour = (/** @type {string[]} */ more) =>
    run(pinnedNode(), [inRoot('e2e/tour.ts'), '--out', inRoot('test-results/tour'), ...more])
  if (args.includes('--url')) return tour(args)
  await ensureBuilt()
  const home = await mkdtemp(join(tmpdir(), 'pitboss-tour-'))
  const env = { ...process.env, PITBOSS_HOME: home, PORT: '0', LOG_LEVEL: 'error' }
  const demo = spawn(pinnedNode(), [inRoot('server/main.ts'), '--demo'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const line of createInterface({ input: demo.stdout })) {
      const url = /^ready (\S+)$/.exec(line)?.[1]
      if (!url) continue
      demo.stdout.resume()
      return await tour(['--url', url, ...args])
    }
    throw new Error('The demo ended before it was ready.')
  } finally {
    const ended = demo.exitCode === null ? new Promise((resolve) => demo.once('exit', resolve)) : undefined
    demo.kill('SIGTERM')
    await ended
    await rm(home, { recursive: true, force: true })
  }
})

import { readConfig } from './config.ts'
import { startSandbox } from './host.ts'

try {
  const sandbox = await startSandbox(readConfig(process.argv.slice(2), process.env))
  console.log(`sandbox ready ${sandbox.url}`)
  const stop = () => void sandbox.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // Started as a child with a channel: without its parent it has nobody to play for.
  if (process.connected) process.once('disconnect', stop)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/**
 * Runs `stop` once when the process is asked to end, then exits 0. A request usually arrives twice (from the
 * terminal and from npm), so further signals change nothing; after `patienceMs` we leave with what is done by then.
 */
export function onStop(stop: () => Promise<void>, patienceMs = 60_000): void {
  let asked = false
  const once = () => {
    if (asked) return
    asked = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The stop was not clean: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once)
}

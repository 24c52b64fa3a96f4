/**
 * What `npm audit --json` said: how many weaknesses of a kind that stops a release, or null when the registry did not
 * answer (no network, a mirror that keeps no advisories).
 * @param {string} text
 * @returns {{ grave: string[], slight: number } | null}
 */
export function readAudit(text) {
  /** @type {{ vulnerabilities?: Record<string, { severity?: string }> }} */
  let report
  try {
    report = JSON.parse(text)
  } catch {
    return null
  }
  if (!report?.vulnerabilities) return null
  const found = Object.entries(report.vulnerabilities)
  const grave = found
    .filter(([, { severity = '' }]) => ['high', 'critical'].includes(severity))
    .map(([name, { severity }]) => `${name} (${severity})`)
  return { grave, slight: found.length - grave.length }
}

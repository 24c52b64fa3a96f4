/** How well a text fits what was typed: 0 not at all, more is better. */
export function fit(typed: string, text: string): number {
  const wanted = typed.trim().toLowerCase()
  const own = text.toLowerCase()
  if (!wanted) return 1
  if (own.startsWith(wanted)) return 5
  if (own.split(/[\s/\-·]+/).some((word) => word.startsWith(wanted))) return 4
  if (own.includes(wanted)) return 3
  const initials = own
    .split(/[\s/\-·]+/)
    .map((word) => word[0] ?? '')
    .join('')
  if (initials.includes(wanted)) return 2
  // Several words in any order: "report month" is the monthly report.
  const parts = wanted.split(/\s+/)
  return parts.length > 1 && parts.every((part) => own.includes(part)) ? 1 : 0
}

/** What fits, best first; equally good ones keep their order. */
export function fitting<C extends { names: readonly string[] }>(typed: string, all: readonly C[]): C[] {
  return all
    .map((one) => ({ one, good: Math.max(...one.names.map((name) => fit(typed, name))) }))
    .filter(({ good }) => good > 0)
    .toSorted((a, b) => b.good - a.good)
    .map(({ one }) => one)
}

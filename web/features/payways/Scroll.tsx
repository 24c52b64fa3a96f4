import type { ReactNode } from 'react'

/** What may be longer than its room: keys reach it too. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll what has the focus
    <section className="pb-way-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

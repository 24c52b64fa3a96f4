import { type RefObject, useLayoutEffect, useState } from 'react'

const headerPx = 40
const leastPx = 160

/** Room for a table's body in its box, followed as the box changes; `below` is what stands under the body. */
export function useHeight(
  box: RefObject<HTMLElement | null>,
  below: number,
): { width: number; bodyHeight: number } {
  const [size, setSize] = useState({ width: 0, height: 480 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      // A page that is put away measures nothing; it keeps what it had.
      if (width > 0 && height > 0) setSize({ width: Math.floor(width), height: Math.floor(height) })
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [box])
  return { width: size.width, bodyHeight: Math.max(leastPx, size.height - headerPx - below) }
}

/** Both sides of the cell, and a pixel for what rounding hides. */
const cellPaddingPx = 24

/** Width of the actions column: what its widest row needs, measured, since words differ by language and by role. */
export function useActionsWidth(
  box: RefObject<HTMLElement | null>,
  guess: number,
  rows: unknown,
  actions: unknown,
): number {
  const [width, setWidth] = useState(guess)
  useLayoutEffect(() => {
    const spans = box.current?.querySelectorAll<HTMLElement>('.pb-row-actions') ?? []
    const widest = Math.ceil(Math.max(0, ...Array.from(spans, (span) => span.scrollWidth)))
    // A page that is put away measures nothing; it keeps what it had.
    if (widest > 0) setWidth(widest + cellPaddingPx)
  }, [box, rows, actions])
  return width
}

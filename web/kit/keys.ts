import { useEffect, useEffectEvent } from 'react'
import { usePageShown } from './page.tsx'

type Handler = (event: KeyboardEvent) => void

const editable =
  'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="textbox"]'

/** A dialog that is open; one that is fading out no longer counts. */
const openDialog = '.ant-modal-wrap:not([style*="display: none"]):not(:has(.ant-zoom-leave))'

/** What Enter and Space press by themselves. */
const pressable =
  'button, a[href], summary, input, [role="button"], [role="tab"], [role="menuitem"], [role="option"]'

/** A key press as we write it: 'j', 'shift+j', 'ctrl+enter' (Command counts as Ctrl), 'escape'. */
function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  const mods = [event.ctrlKey || event.metaKey ? 'ctrl' : '', event.altKey ? 'alt' : '']
  // Shift is part of what '?' is; it is named only where it changes nothing by itself.
  if (event.shiftKey && (key.length > 1 || /[a-z]/.test(key))) mods.push('shift')
  return [...mods.filter(Boolean), key === ' ' ? 'space' : key].join('+')
}

/**
 * Keyboard shortcuts of a page, while it is visible and no dialog is open; plain keys stay out of text fields. `last` is
 * for what counts everywhere: a page that knows the same key has it first.
 */
export function useKeys(
  keys: Readonly<Record<string, Handler>>,
  { enabled = true, last = false } = {},
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event)
    const handler = keys[name]
    if (!handler || event.defaultPrevented || event.isComposing) return
    const target = event.target as Element | null
    if (!name.includes('ctrl') && !name.includes('alt') && target?.closest?.(editable)) return
    if (/^(enter|space)$/.test(name) && target?.closest?.(pressable)) return
    if (document.querySelector(openDialog)) return
    event.preventDefault()
    handler(event)
  })
  const shown = usePageShown()
  useEffect(() => {
    if (!enabled || !shown) return
    // A key comes to the document first, then to the window.
    const place = last ? window : document
    place.addEventListener('keydown', pressed as EventListener)
    return () => place.removeEventListener('keydown', pressed as EventListener)
  }, [enabled, last, shown])
}

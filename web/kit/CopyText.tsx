import type { ReactNode } from 'react'
import { kitWords } from './kit-text.ts'
import { useText } from './text.ts'
import { toast } from './toast.ts'

/** Puts text on the clipboard, also where the clipboard API is missing because the page is not secure. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text })
    area.style.position = 'fixed'
    area.style.opacity = '0'
    document.body.append(area)
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    return copied
  }
}

/** Copies and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useText(kitWords)
  return async (text) => {
    if (await copyText(text)) toast.success(t.copied)
    else toast.error(t.copyFailed)
  }
}

const copyIcon = (
  <svg aria-hidden viewBox="0 0 16 16">
    <path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" />
  </svg>
)

/** Text with a button that copies it: a plain one, for a page has hundreds of them. */
export function CopyText({ text, children }: { text: string; children?: ReactNode }) {
  const t = useText(kitWords)
  const copy = useCopy()
  return (
    <span className="pb-copy">
      <span className="pb-copy-text">{children ?? text}</span>
      <button
        type="button"
        aria-label={`${t.copy} ${text}`}
        onClick={(event) => {
          event.stopPropagation()
          void copy(text)
        }}
      >
        {copyIcon}
      </button>
    </span>
  )
}

import type { App } from 'antd'
import type { ReactNode } from 'react'
import { sizes } from './sizes.ts'

/*
 * Toasts and questions live at the root of the application, outside every page, so a page that is put away keeps
 * neither of them open.
 */
type Feedback = ReturnType<typeof App.useApp>
let messages: Feedback['message'] | undefined
let modals: Feedback['modal'] | undefined

/** Hands over antd's message and modal functions that carry theme and language. */
export function bindFeedback({ message, modal }: Pick<Feedback, 'message' | 'modal'>): void {
  messages = message
  modals = modal
}

const show = (type: 'success' | 'error' | 'warning' | 'info') => (content: ReactNode) => {
  // The same words twice are one toast, not a stack of them.
  const key = typeof content === 'string' ? `${type}:${content}` : undefined
  void messages?.open({ type, content, duration: sizes.toastMs / 1000, ...(key ? { key } : {}) })
}

let downloads = 0
/** A notice with something to press: it stays until it is pressed, at most half a minute. */
const showDownload = (content: ReactNode) => {
  const key = `download:${++downloads}`
  void messages?.open({
    type: 'success',
    content,
    key,
    duration: sizes.downloadMs / 1000,
    onClick: () => messages?.destroy(key),
  })
}

/** Short notices that go away by themselves. */
export const toast = {
  download: showDownload,
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
}

export interface Question {
  title: ReactNode
  content?: ReactNode
  ok: string
  cancel: string
  danger?: boolean
}

/** Asks before something that matters; true when the person agreed. */
export function ask({ title, content, ok, cancel, danger = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    if (!modals) return resolve(false)
    modals.confirm({
      title,
      content,
      okText: ok,
      cancelText: cancel,
      okButtonProps: { danger },
      focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    })
  })
}

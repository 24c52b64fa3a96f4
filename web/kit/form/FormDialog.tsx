import { Alert, Form } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { kitWords } from '../kit-text.ts'
import { PageModal } from '../PageModal.tsx'
import { useText } from '../text.ts'
import { ask } from '../toast.ts'
import { FormFields } from './FormFields.tsx'
import type { Field } from './types.ts'

export interface FormDialogProps<V extends object> {
  open: boolean
  title: string
  fields: readonly Field<V>[]
  initial?: Partial<V>
  /** Does it; what it throws is shown, on the field at fault where the server named one. */
  submit: (values: V) => Promise<unknown>
  /** Leaves, after success too. */
  close: () => void
  okText?: string
  danger?: boolean
  /** Above the fields. */
  note?: ReactNode
  width?: number
  /** Two fields side by side where there is room: for forms that would be too long. */
  twoColumns?: boolean
  /** Fields' names where the call names its parameters otherwise. */
  fieldNames?: Readonly<Record<string, keyof V & string>>
  /** Only Cancel and OK leave it: no Escape, no click outside, no cross. */
  strict?: boolean
}

/** A form in a dialog: checks, says what is wrong where it is wrong, and asks before input is lost. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { open, fields, submit, close, initial, fieldNames, strict = false } = props
  const t = useText(kitWords)
  const [form] = Form.useForm<V>()
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const asking = useRef(false)
  // A second press in the same moment comes before the next drawing.
  const sending = useRef(false)
  // Setting the initial values counts as touching for antd, so what the person changed is noted here.
  const dirty = useRef(false)

  const opened = useRef(false)
  const start = useEffectEvent(() => {
    setFailure('')
    dirty.current = false
    form.resetFields()
    form.setFieldsValue(initial ?? {})
  })
  useEffect(() => {
    // Effects run again when a page comes back; only opening starts afresh, a draft stays.
    if (open && !opened.current) start()
    opened.current = open
  }, [open])

  const leave = async () => {
    if (running || asking.current) return
    if (dirty.current) {
      asking.current = true
      const agreed = await ask({
        title: t.discardTitle,
        content: t.discardText,
        ok: t.discard,
        cancel: t.keepEditing,
        danger: true,
      })
      asking.current = false
      if (!agreed) return
    }
    close()
  }
  const send = async () => {
    if (sending.current) return
    sending.current = true
    const values = await form.validateFields().catch(() => undefined)
    if (!values) {
      sending.current = false
      return focusFirst(body.current, '.ant-form-item-has-error')
    }
    setRunning(true)
    setFailure('')
    try {
      await submit(values)
      close()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const name = error.field ? (fieldNames?.[error.field] ?? error.field) : undefined
      if (name && fields.some((field) => field.name === name)) {
        form.setFields([{ name: name as never, errors: [error.message] }])
        focusFirst(body.current, '.ant-form-item-has-error')
      } else setFailure(error.message)
    } finally {
      sending.current = false
      setRunning(false)
    }
  }
  const pressed = (event: KeyboardEvent) => {
    if (!isSubmit(event)) return
    event.preventDefault()
    // A select would open at Enter.
    event.stopPropagation()
    void send()
  }
  // While the dialog comes in, the focus is on the page, then on its cross; a quick hand has pressed its keys already.
  const pressedOutside = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const target = event.target as Element | null
    if (!isSubmit(event) || event.defaultPrevented || target?.closest('.ant-modal-footer')) return
    // Of several dialogs the one on top is meant.
    if (![...document.querySelectorAll('.ant-modal-wrap')].at(-1)?.contains(body.current)) return
    event.preventDefault()
    void send()
  })
  useEffect(() => {
    if (!open) return
    document.addEventListener('keydown', pressedOutside)
    return () => document.removeEventListener('keydown', pressedOutside)
  }, [open])
  return (
    <PageModal
      open={open}
      title={props.title}
      width={props.width ?? 520}
      okText={props.okText ?? t.ok}
      cancelText={t.cancel}
      okButtonProps={{ danger: props.danger ?? false, title: t.shortcutSubmit }}
      cancelButtonProps={{ disabled: running }}
      confirmLoading={running}
      onOk={() => void send()}
      onCancel={() => void leave()}
      keyboard={!strict}
      closable={!strict}
      mask={{ closable: false }}
      afterOpenChange={(shown) => shown && focusFirst(body.current, '.ant-form-item')}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Ctrl+Enter anywhere in the form submits */}
      <div
        ref={body}
        onKeyDownCapture={pressed}
        className={props.twoColumns ? 'pb-form pb-form-two' : 'pb-form'}
      >
        {props.note}
        {failure && <Alert type="error" showIcon title={failure} role="alert" />}
        <Form<V>
          form={form}
          layout="vertical"
          requiredMark
          disabled={running}
          onValuesChange={() => {
            dirty.current = true
          }}
          onFinish={() => void send()}
        >
          <FormFields fields={fields} form={form} />
        </Form>
      </div>
    </PageModal>
  )
}

const isSubmit = ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  key === 'Enter' && (ctrlKey || metaKey)

function focusFirst(body: HTMLElement | null, within: string): void {
  // The error class arrives with the next paint.
  setTimeout(() => {
    const controls = `${within} input:not([type="file"]):not(:disabled), ${within} textarea:not(:disabled)`
    body?.querySelector<HTMLElement>(controls)?.focus()
  })
}

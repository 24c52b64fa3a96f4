import type { Editor } from '@tiptap/react'
import { Button, Input, Popover, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../../kit/text.ts'
import { noticeWords } from './words.ts'

const outward = /^(https?:\/\/|mailto:)\S+$/i

/** Sets or takes away the link of the chosen words. */
export function LinkButton({ editor, icon }: { editor: Editor; icon: ReactNode }) {
  const t = useText(noticeWords)
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const good = outward.test(address.trim())
  const change = (shown: boolean) => {
    setOpen(shown)
    if (shown) setAddress(String(editor.getAttributes('link')['href'] ?? ''))
  }
  const set = () => {
    if (!good) return
    const href = address.trim()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    setOpen(false)
  }
  const content = (
    <Space direction="vertical" size={8}>
      <Input
        value={address}
        aria-label={t.linkAddress}
        placeholder="https://"
        status={address && !good ? 'error' : ''}
        onChange={(event) => setAddress(event.target.value)}
        onPressEnter={(event) => {
          // The form around would send itself.
          event.preventDefault()
          set()
        }}
      />
      {address && !good && <span role="alert">{t.linkWrong}</span>}
      <Space>
        <Button type="primary" size="small" disabled={!good} onClick={set}>
          {t.linkSet}
        </Button>
        <Button
          size="small"
          disabled={!editor.isActive('link')}
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            setOpen(false)
          }}
        >
          {t.linkRemove}
        </Button>
      </Space>
    </Space>
  )
  return (
    <Popover open={open} onOpenChange={change} trigger="click" content={content} title={t.link}>
      <Button
        type="text"
        size="small"
        icon={icon}
        aria-label={t.link}
        title={t.link}
        data-on={editor.isActive('link') || undefined}
      />
    </Popover>
  )
}

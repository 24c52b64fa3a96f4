import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  LinkOutlined,
  MessageOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/react'
import { Button, Upload } from 'antd'
import type { ReactNode } from 'react'
import { largestImage, platforms } from '../../../contract/platforms.ts'
import { attempt, call } from '../../kit/api.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { LinkButton } from './LinkButton.tsx'
import { noticeWords } from './words.ts'

interface Tool {
  label: string
  icon: ReactNode
  on?: boolean
  off?: boolean
  run: () => void
}

/** The editor's buttons; each says what it does and whether it is on. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const t = useText(noticeWords)
  const kit = useText(kitWords)
  const on = () => editor.chain().focus()
  const mark = (name: string, label: string, icon: ReactNode, run: () => void): Tool => ({
    label,
    icon,
    on: editor.isActive(name),
    run,
  })
  const align = (to: string, label: string, icon: ReactNode): Tool => ({
    label,
    icon,
    on: editor.isActive({ textAlign: to }),
    run: () => on().setTextAlign(to).run(),
  })
  const tools: Tool[] = [
    mark('bold', t.bold, <BoldOutlined />, () => on().toggleBold().run()),
    mark('italic', t.italic, <ItalicOutlined />, () => on().toggleItalic().run()),
    mark('underline', t.underline, <UnderlineOutlined />, () => on().toggleUnderline().run()),
    mark('strike', t.strike, <StrikethroughOutlined />, () => on().toggleStrike().run()),
    mark('heading', t.heading, <FontSizeOutlined />, () => on().toggleHeading({ level: 2 }).run()),
    mark('bulletList', t.bullets, <UnorderedListOutlined />, () => on().toggleBulletList().run()),
    mark('orderedList', t.numbers, <OrderedListOutlined />, () => on().toggleOrderedList().run()),
    mark('blockquote', t.quote, <MessageOutlined />, () => on().toggleBlockquote().run()),
    align('left', t.left, <AlignLeftOutlined />),
    align('center', t.center, <AlignCenterOutlined />),
    align('right', t.right, <AlignRightOutlined />),
  ]
  const steps: Tool[] = [
    { label: t.undo, icon: <UndoOutlined />, off: !editor.can().undo(), run: () => on().undo().run() },
    { label: t.redo, icon: <RedoOutlined />, off: !editor.can().redo(), run: () => on().redo().run() },
  ]
  const takeImage = (file: File) => {
    if (!file.type.startsWith('image/')) toast.error(kit.notImage)
    else if (file.size > largestImage) toast.error(kit.tooBig(largestImage / 1024 / 1024))
    else void attempt(() => insertImage(editor, file))
    return Upload.LIST_IGNORE
  }
  return (
    <div className="pb-editor-tools" role="toolbar" aria-label={t.toolbar}>
      {tools.map(button)}
      <LinkButton editor={editor} icon={<LinkOutlined />} />
      <Upload accept="image/png,image/jpeg,image/gif,image/webp" beforeUpload={takeImage} fileList={[]}>
        <Button type="text" size="small" icon={<PictureOutlined />} aria-label={t.image} title={t.image} />
      </Upload>
      {steps.map(button)}
    </div>
  )
}

const button = ({ label, icon, on, off, run }: Tool) => (
  <Button
    key={label}
    type="text"
    size="small"
    icon={icon}
    aria-label={label}
    title={label}
    disabled={off ?? false}
    {...(on === undefined ? {} : { 'aria-pressed': on, 'data-on': on || undefined })}
    onClick={run}
  />
)

async function insertImage(editor: Editor, file: File): Promise<void> {
  const src = await call(platforms.uploadImage, {}, { files: { img: file } })
  editor.chain().focus().setImage({ src, alt: file.name }).run()
}

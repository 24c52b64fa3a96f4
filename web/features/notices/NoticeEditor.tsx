import './notices.css'
import { Image } from '@tiptap/extension-image'
import { TextAlign } from '@tiptap/extension-text-align'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect } from 'react'
import { lettersIn } from '../../../contract/notices.ts'
import { useText } from '../../kit/text.ts'
import { EditorToolbar } from './EditorToolbar.tsx'
import { noticeWords } from './words.ts'

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'], defaultProtocol: 'https' },
  }),
  Image,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
]

interface EditorProps {
  id?: string
  label: string
  maxWords: number
  value?: string
  onChange?: (html: string) => void
}

/** Writes a notice: formatting, links, uploaded images, and how many characters there are. */
export function NoticeEditor({ id, label, maxWords, value = '', onChange }: EditorProps) {
  const t = useText(noticeWords)
  const editor = useEditor({
    extensions,
    content: value,
    // The page's own styles carry what the editor needs.
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        ...(id ? { id } : {}),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'pb-notice-body pb-editor-text',
      },
    },
    onUpdate: ({ editor: own }) => onChange?.(own.isEmpty ? '' : own.getHTML()),
  })
  useEffect(() => {
    // What the form sets from outside, as when it opens for another notice; typing comes back as it is.
    const shown = editor.isEmpty ? '' : editor.getHTML()
    if (value !== shown) editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  const count = lettersIn(editor.getText({ blockSeparator: '' }))
  return (
    <div className="pb-editor">
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
      <p className="pb-editor-count" data-over={count > maxWords || undefined} aria-live="polite">
        {t.words(count, maxWords)}
      </p>
    </div>
  )
}

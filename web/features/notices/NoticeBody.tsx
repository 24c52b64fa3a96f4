import './notices.css'
import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import { noticeTags } from '../../../contract/notices.ts'

/** What a notice says. The server cleaned it; it is cleaned again here, for pages trust nobody's markup. */
export function NoticeBody({ html }: { html: string }) {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const kept = DOMPurify.sanitize(html, {
      ALLOWED_TAGS: [...noticeTags],
      ALLOWED_ATTR: ['href', 'target', 'rel', 'src', 'alt', 'style'],
      ALLOW_DATA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    })
    body.current?.replaceChildren(kept)
  }, [html])
  return <div ref={body} className="pb-notice-body" />
}

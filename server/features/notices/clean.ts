import sanitizeHtml from 'sanitize-html'
import { alignments, noticeTags } from '../../../contract/notices.ts'
import { imagePath } from '../../../contract/platforms.ts'

const ownImage = new RegExp(`^${imagePath}[0-9a-f]{48}\\.(png|jpg|gif|webp)$`)
const aligned = { 'text-align': [new RegExp(`^(${alignments.join('|')})$`)] }
const outward = /^(https?:\/\/|mailto:)/i

/**
 * Leaves of an editor's HTML what a notice may hold: plain formatting, links out of the product, images that were
 * uploaded to it. What a script could hide in falls out with its content.
 */
export const clean = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...noticeTags],
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt'],
      ...Object.fromEntries(['p', 'h1', 'h2', 'h3', 'h4'].map((tag) => [tag, ['style']])),
    },
    allowedStyles: { '*': aligned },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'iframe',
      'svg',
      'math',
      'template',
      'title',
    ],
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: outward.test(href.trim())
          ? { href: href.trim(), target: '_blank', rel: 'noopener noreferrer nofollow' }
          : {},
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownImage.test(attribs['src'] ?? ''),
  }).trim()

/** The text of cleaned HTML, without markup and breaks. */
export function plainOf(html: string): string {
  const bare = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
  return bare
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/[\r\n]+/g, '')
    .trim()
}

/** Whether cleaned HTML shows anything at all. */
export const showsNothing = (html: string): boolean => plainOf(html).trim() === '' && !html.includes('<img')

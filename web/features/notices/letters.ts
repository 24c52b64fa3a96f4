import { lettersIn } from '../../../contract/notices.ts'

/** How many characters people would count in an editor's HTML. */
export function lettersOf(html: string): number {
  const page = new DOMParser().parseFromString(html, 'text/html')
  return lettersIn(page.body.textContent ?? '')
}

/** Whether HTML shows anything. */
export function isBlank(html: string): boolean {
  return lettersOf(html) === 0 && !html.includes('<img')
}

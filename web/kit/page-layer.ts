import { useEffect, useLayoutEffect, useState } from 'react'
import { usePageShown } from './page.tsx'

/**
 * Where something that stands over a page lives. An open dialog in a page that is put away breaks the whole tree when
 * the page comes back, so it leaves the tree meanwhile; its form keeps its input if `Form.useForm()` stands outside.
 */
export function usePageLayer(): { visible: boolean; holder: HTMLElement } {
  const shown = usePageShown()
  const [visible, setVisible] = useState(true)
  const [holder] = useState(() => document.createElement('div'))
  // A hidden page is updated only when nothing else is to be done; its dialog must not stand over the next page till then.
  useLayoutEffect(() => {
    document.body.append(holder)
    return () => holder.remove()
  }, [holder])
  useEffect(() => {
    setVisible(true)
    return () => setVisible(false)
  }, [])
  return { visible: visible && shown, holder }
}

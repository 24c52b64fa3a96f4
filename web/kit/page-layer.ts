import { useLayoutEffect, useState } from 'react'
import { usePageShown } from './page.tsx'

/**
 * Where something that stands over a page lives. It stands outside of the page's section, so it would stay over the next
 * page: while its own is put away it leaves the tree; its form keeps its input if `Form.useForm()` stands outside.
 */
export function usePageLayer(): { visible: boolean; holder: HTMLElement } {
  const visible = usePageShown()
  const [holder] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    document.body.append(holder)
    return () => holder.remove()
  }, [holder])
  return { visible, holder }
}

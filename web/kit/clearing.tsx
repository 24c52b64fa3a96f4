import { CloseCircleFilled } from '@ant-design/icons'
import { useMemo } from 'react'
import { kitWords } from './kit-text.ts'
import { useText } from './text.ts'

/** `allowClear` of a select whose button says in the person's language what it does; antd's own says it in English. */
export function useClear() {
  const { clear: label } = useText(kitWords)
  return useMemo(() => ({ clearIcon: <CloseCircleFilled aria-hidden />, label }), [label])
}

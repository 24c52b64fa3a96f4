import { Modal, type ModalProps } from 'antd'
import { kitWords } from './kit-text.ts'
import { usePageLayer } from './page-layer.ts'
import { useText } from './text.ts'

/** antd's Modal for use inside pages. */
export function PageModal(props: ModalProps) {
  const t = useText(kitWords)
  const { visible, holder } = usePageLayer()
  const closable = props.closable ?? { 'aria-label': t.close }
  return visible ? <Modal destroyOnHidden getContainer={holder} {...props} closable={closable} /> : null
}

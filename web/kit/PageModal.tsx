import { Modal, type ModalProps } from 'antd'
import { usePageLayer } from './page-layer.ts'

/** antd's Modal for use inside pages. */
export function PageModal(props: ModalProps) {
  const { visible, holder } = usePageLayer()
  return visible ? <Modal destroyOnHidden getContainer={holder} {...props} /> : null
}

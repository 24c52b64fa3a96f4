import { Modal, type ModalProps } from 'antd'
import { useEffect, useState } from 'react'

/**
 * antd's Modal for use inside pages. An open Modal in a page that is put away breaks the whole tree when the page comes
 * back, so it leaves the tree meanwhile; its form keeps its input if `Form.useForm()` stands outside.
 */
export function PageModal(props: ModalProps) {
  const [visible, setVisible] = useState(true)
  useEffect(() => {
    setVisible(true)
    return () => setVisible(false)
  }, [])
  return visible ? <Modal destroyOnHidden {...props} /> : null
}

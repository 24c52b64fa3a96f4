import { Drawer, type DrawerProps } from 'antd'
import { usePageLayer } from './page-layer.ts'

/** antd's Drawer for use inside pages; it leaves the tree while its page is put away, as PageModal does. */
export function PageDrawer(props: DrawerProps) {
  const { visible, holder } = usePageLayer()
  return visible ? <Drawer destroyOnHidden getContainer={holder} {...props} /> : null
}

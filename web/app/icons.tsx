import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  BellOutlined,
  CustomerServiceOutlined,
  FileTextOutlined,
  LockOutlined,
  SettingOutlined,
  TeamOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

/** Icons by the word a menu rule carries. */
const icons: Readonly<Record<string, ReactNode>> = {
  platform: <AppstoreOutlined />,
  channel: <ApartmentOutlined />,
  subchannel: <ApartmentOutlined />,
  salesman: <TeamOutlined />,
  system: <SettingOutlined />,
  setting: <SettingOutlined />,
  account: <UserOutlined />,
  user: <UserOutlined />,
  finance: <WalletOutlined />,
  settle: <AuditOutlined />,
  report: <BarChartOutlined />,
  notice: <BellOutlined />,
  service: <CustomerServiceOutlined />,
  log: <FileTextOutlined />,
  lock: <LockOutlined />,
  team: <TeamOutlined />,
}

/** A menu group's icon; groups that people add without a known word get the plain one. */
export const menuIcon = (word: string): ReactNode => icons[word.toLowerCase()] ?? <AppstoreOutlined />

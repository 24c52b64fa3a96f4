import {
  KeyOutlined,
  LaptopOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  NotificationOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { features } from '../../contract/index.ts'
import { useLiveConnected } from '../kit/live.ts'
import { useAccount } from '../kit/session.ts'
import { AppearanceSwitch, FullscreenSwitch, LanguageSwitch } from '../kit/switches.tsx'
import { useText } from '../kit/text.ts'
import { topBarItems } from '../routes.tsx'
import { Clock } from './Clock.tsx'
import { useLeave } from './leave.ts'
import type { Overlay } from './overlay.ts'
import { shellWords } from './words.ts'

interface TopBarProps {
  folded: boolean
  fold: () => void
  go: (to: string) => void
  show: (overlay: Overlay) => void
}

export function TopBar({ folded, fold, go, show }: TopBarProps) {
  const t = useText(shellWords)
  const account = useAccount()
  const live = useLiveConnected()
  const leave = useLeave()
  return (
    <header className="pb-top">
      <Button
        type="text"
        icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={folded ? t.openMenu : t.closeMenu}
        aria-expanded={!folded}
        title={folded ? t.openMenu : t.closeMenu}
        onClick={fold}
      />
      <button type="button" className="pb-find" aria-keyshortcuts="Control+K" onClick={() => show('palette')}>
        <SearchOutlined aria-hidden />
        <span>{t.find}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="pb-top-space" />
      {topBarItems.map((Item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a constant list
        <Item key={index} go={go} />
      ))}
      <span className="pb-live" data-on={live || undefined} role="status" title={live ? t.live : t.liveOff}>
        <span className="pb-sr">{live ? t.live : t.liveOff}</span>
      </span>
      <Clock />
      <LanguageSwitch />
      <AppearanceSwitch />
      <FullscreenSwitch />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'password',
              icon: <KeyOutlined />,
              label: t.changePassword,
              onClick: () => go(features.signIn.pwdEdit.path),
            },
            {
              key: 'sessions',
              icon: <LaptopOutlined />,
              label: t.sessions,
              onClick: () => show('sessions'),
            },
            {
              key: 'alerts',
              icon: <NotificationOutlined />,
              label: t.alerts,
              onClick: () => show('alerts'),
            },
            {
              key: 'help',
              icon: <QuestionCircleOutlined />,
              label: t.help,
              extra: '?',
              onClick: () => show('help'),
            },
          ],
        }}
      >
        <Button
          type="text"
          icon={<UserOutlined />}
          aria-label={`${t.account} ${account?.username ?? ''}`}
          className="pb-user"
        >
          <span className="pb-user-name">{account?.username}</span>
        </Button>
      </Dropdown>
      <Button
        type="text"
        icon={<LogoutOutlined />}
        aria-label={t.logout}
        title={t.logout}
        onClick={() => void leave()}
      />
    </header>
  )
}

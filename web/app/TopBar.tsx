import {
  KeyOutlined,
  LaptopOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { Suspense, useState } from 'react'
import { features } from '../../contract/index.ts'
import { call } from '../kit/api.ts'
import { useLiveConnected } from '../kit/live.ts'
import { endSession, useAccount } from '../kit/session.ts'
import { AppearanceSwitch, FullscreenSwitch, LanguageSwitch } from '../kit/switches.tsx'
import { useText } from '../kit/text.ts'
import { ask } from '../kit/toast.ts'
import { SessionsDialog, topBarItems } from '../routes.tsx'
import { Clock } from './Clock.tsx'
import { shellWords } from './words.ts'

interface TopBarProps {
  folded: boolean
  fold: () => void
  go: (to: string) => void
}

export function TopBar({ folded, fold, go }: TopBarProps) {
  const t = useText(shellWords)
  const account = useAccount()
  const live = useLiveConnected()
  const [sessionsOpen, setSessionsOpen] = useState(false)
  const leave = async () => {
    const sure = await ask({ title: t.logoutTitle, content: t.logoutText, ok: t.ok, cancel: t.cancel })
    if (!sure) return
    // The exit never waits for the server: what it cannot end now, it ends by itself later.
    call(features.signIn.logout, {}, { silent: true }).catch(() => {})
    endSession()
  }
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
              onClick: () => setSessionsOpen(true),
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
      <Suspense>{sessionsOpen && <SessionsDialog close={() => setSessionsOpen(false)} />}</Suspense>
    </header>
  )
}

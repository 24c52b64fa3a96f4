import { HomeOutlined } from '@ant-design/icons'
import { Button, Menu, type MenuProps, Spin } from 'antd'
import { useState } from 'react'
import type { MenuGroup } from '../kit/menu-groups.ts'
import { useText } from '../kit/text.ts'
import { menuIcon } from './icons.tsx'
import type { useMenu } from './menu.ts'
import { home } from './tabs.ts'
import { shellWords } from './words.ts'

interface SideMenuProps {
  menu: ReturnType<typeof useMenu>
  active: string
  folded: boolean
  go: (to: string) => void
  homeTitle: string
}

/** The left menu: groups and their pages. */
export function SideMenu({ menu, active, folded, go, homeTitle }: SideMenuProps) {
  const t = useText(shellWords)
  const holder = menu.groups.find(({ entries }) => entries.some(({ path }) => path === active))
  const [open, setOpen] = useState<string[]>([])
  // The group of the page looked at is open, also when one arrives by a link or a tag.
  const [followed, setFollowed] = useState<number>()
  if (holder && holder.id !== followed) {
    setFollowed(holder.id)
    if (!open.includes(String(holder.id))) setOpen([...open, String(holder.id)])
  }
  if (menu.failed) {
    return (
      <div className="pb-state" role="alert">
        {!folded && <span>{t.menuFailed}</span>}
        <Button size="small" onClick={menu.again}>
          {t.retry}
        </Button>
      </div>
    )
  }
  if (menu.loading) return <Spin className="pb-menu-wait" />
  const items: MenuProps['items'] = [
    { key: home, icon: <HomeOutlined />, label: homeTitle },
    ...menu.groups.map(toItem),
  ]
  return (
    <Menu
      mode="inline"
      inlineCollapsed={folded}
      inlineIndent={16}
      items={items}
      selectedKeys={[active]}
      {...(folded ? {} : { openKeys: open, onOpenChange: setOpen })}
      onClick={({ key }) => go(key)}
    />
  )
}

function toItem({ id, title, icon, path, entries }: MenuGroup): NonNullable<MenuProps['items']>[number] {
  if (entries.length === 0) return { key: path, icon: menuIcon(icon), label: title }
  return {
    key: String(id),
    icon: menuIcon(icon),
    label: title,
    children: entries.map((entry) => ({ key: entry.path, label: entry.title })),
  }
}

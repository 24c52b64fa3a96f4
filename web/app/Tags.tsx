import { DownOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSay, useText } from '../kit/text.ts'
import { pageAt } from './match.ts'
import { Tag } from './Tag.tsx'
import { home } from './tabs.ts'
import type { Tabs } from './use-tabs.ts'
import { shellWords } from './words.ts'

/** A row of the open pages. */
export function Tags({ tabs }: { tabs: Tabs }) {
  const t = useText(shellWords)
  const say = useSay()
  const row = useRef<HTMLElement>(null)
  const [carried, setCarried] = useState<string>()
  const [told, setTold] = useState('')
  const { active } = tabs
  useEffect(() => {
    if (active)
      row.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  const titleOf = (key: string) => {
    const found = pageAt(key)
    const parts = Object.values(found?.params ?? {}).join(' ')
    return found ? `${say(found.page.title)}${parts ? ` ${parts}` : ''}` : key
  }
  const shift = (key: string, to: number) => {
    const place = Math.min(Math.max(to, 1), tabs.tabs.length - 1)
    tabs.shift(key, place)
    setTold(t.movedTag(titleOf(key), place + 1, tabs.tabs.length))
    // A button that is put elsewhere in the page loses the focus.
    requestAnimationFrame(() => focus(place))
  }
  const focus = (index: number) =>
    row.current?.querySelectorAll<HTMLElement>('.pb-open-title')[index]?.focus()
  const shut = (key: string, index: number) => {
    tabs.shut(key)
    // The focus goes where the row goes on, not to the top of the page.
    requestAnimationFrame(() => focus(index - 1))
  }
  return (
    <nav className="pb-tags" aria-label={t.openPages}>
      <span ref={row} className="pb-tags-row">
        {tabs.tabs.map(({ key, search }, index) => (
          <Tag
            key={key}
            title={titleOf(key)}
            fixed={key === home}
            active={key === active}
            first={index <= 1}
            last={index === tabs.tabs.length - 1}
            open={() => tabs.go(key + search)}
            refresh={() => tabs.refresh(key)}
            shut={() => shut(key, index)}
            shutOthers={() => tabs.shutOthers(key)}
            move={(by) => shift(key, index + by)}
            focus={(by) => focus(index + by)}
            carry={{
              start: () => setCarried(key),
              over: () => carried !== undefined && tabs.shift(carried, index),
              end: () => setCarried(undefined),
              on: carried === key,
            }}
          />
        ))}
      </span>
      <span className="pb-sr" role="status">
        {told}
      </span>
      <Button
        type="text"
        size="small"
        icon={<ReloadOutlined />}
        aria-label={t.refreshPage}
        title={t.refreshPage}
        onClick={() => tabs.refresh(active)}
      />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'close', label: t.close, disabled: active === home, onClick: () => tabs.shut(active) },
            { key: 'others', label: t.closeOthers, onClick: () => tabs.shutOthers(active) },
            { key: 'all', label: t.closeAll, onClick: () => tabs.shutOthers(home) },
          ],
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<DownOutlined />}
          aria-label={t.openPages}
          title={t.openPages}
        />
      </Dropdown>
    </nav>
  )
}

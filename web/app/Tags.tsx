import { CloseOutlined, DownOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { useSay, useText } from '../kit/text.ts'
import { pageAt } from './match.ts'
import { home } from './tabs.ts'
import type { Tabs } from './use-tabs.ts'
import { shellWords } from './words.ts'

/** A row of the open pages. */
export function Tags({ tabs }: { tabs: Tabs }) {
  const t = useText(shellWords)
  const say = useSay()
  const row = useRef<HTMLElement>(null)
  const { active } = tabs
  useEffect(() => {
    if (active)
      row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  return (
    <nav className="pb-tags" aria-label={t.openPages}>
      <span ref={row} className="pb-tags-row">
        {tabs.tabs.map(({ key, search }) => {
          const found = pageAt(key)
          const parts = Object.values(found?.params ?? {}).join(' ')
          const title = found ? `${say(found.page.title)}${parts ? ` ${parts}` : ''}` : key
          const items = [
            { key: 'refresh', label: t.refresh, onClick: () => tabs.refresh(key) },
            { key: 'close', label: t.close, disabled: key === home, onClick: () => tabs.shut(key) },
            { key: 'others', label: t.closeOthers, onClick: () => tabs.shutOthers(key) },
          ]
          return (
            <Dropdown key={key} trigger={['contextMenu']} menu={{ items }}>
              <span className="pb-open" data-active={key === active || undefined}>
                <button
                  type="button"
                  className="pb-open-title"
                  aria-current={key === active ? 'page' : undefined}
                  onClick={() => tabs.go(key + search)}
                  onAuxClick={(event) => event.button === 1 && tabs.shut(key)}
                >
                  {title}
                </button>
                {key !== home && (
                  <button
                    type="button"
                    className="pb-open-close"
                    aria-label={t.closeTag(title)}
                    onClick={() => tabs.shut(key)}
                  >
                    <CloseOutlined />
                  </button>
                )}
              </span>
            </Dropdown>
          )
        })}
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

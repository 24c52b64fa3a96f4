import { BulbOutlined, FullscreenExitOutlined, FullscreenOutlined, GlobalOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useEffect, useState } from 'react'
import { type Language, languages } from '../../contract/kit/language.ts'
import { kitWords } from './kit-text.ts'
import { type Appearance, write } from './storage.ts'
import { useStored } from './stored.ts'
import { changeLanguage, useLanguage, useText } from './text.ts'
import { toast } from './toast.ts'

const names: Record<Language, string> = { 'zh-cn': '简体中文', 'en-us': 'English' }

/** Changes the language in place: open pages keep their input. */
export function useLanguageChange(): (next: Language) => void {
  const t = useText(kitWords)
  const current = useLanguage()
  return (next) => {
    if (next === current) return
    toast.info(t.switching)
    changeLanguage(next).catch(() => toast.error(t.retry))
  }
}

export function LanguageSwitch({ withName = false }: { withName?: boolean }) {
  const t = useText(kitWords)
  const current = useLanguage()
  const change = useLanguageChange()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [current],
        items: languages.map((language) => ({
          key: language,
          label: <span lang={language}>{names[language]}</span>,
        })),
        onClick: ({ key }) => change(key as Language),
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} aria-label={t.language} title={t.language}>
        {withName ? names[current] : null}
      </Button>
    </Dropdown>
  )
}

const appearances = ['system', 'light', 'dark'] as const satisfies readonly Appearance[]

/** Light, dark, or as the system is. */
export function AppearanceSwitch() {
  const t = useText(kitWords)
  const current = useStored('appearance') ?? 'system'
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [current],
        items: appearances.map((key) => ({ key, label: t.appearances[key] })),
        onClick: ({ key }) => write('appearance', key as Appearance),
      }}
    >
      <Button type="text" icon={<BulbOutlined />} aria-label={t.appearance} title={t.appearance} />
    </Dropdown>
  )
}

/** Fills the screen, or leaves it. */
export const toggleFullscreen = (): void => {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()
  done.catch(() => {})
}

export function FullscreenSwitch() {
  const t = useText(kitWords)
  const [full, setFull] = useState(() => Boolean(document.fullscreenElement))
  useEffect(() => {
    const changed = () => setFull(Boolean(document.fullscreenElement))
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const label = full ? t.fullscreenOff : t.fullscreen
  return (
    <Button
      type="text"
      className="pb-wide-only"
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      aria-label={label}
      title={label}
      onClick={toggleFullscreen}
    />
  )
}

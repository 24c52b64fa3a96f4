import { features } from '../../../contract/index.ts'
import { languages } from '../../../contract/kit/language.ts'
import type { HitKind } from '../../../contract/search.ts'
import { kitWords } from '../../kit/kit-text.ts'
import type { MenuGroup } from '../../kit/menu-groups.ts'
import { read, write } from '../../kit/storage.ts'
import { toggleFullscreen, useLanguageChange } from '../../kit/switches.tsx'
import { useLanguage, useText } from '../../kit/text.ts'
import { useLeave } from '../leave.ts'
import { pageAt } from '../match.ts'
import type { Overlay } from '../overlay.ts'
import { home } from '../tabs.ts'
import type { Tabs } from '../use-tabs.ts'
import { shellWords } from '../words.ts'
import { paletteWords } from './words.ts'

/** One line of the palette. */
export interface Command {
  key: string
  group: 'page' | 'action' | HitKind
  title: string
  note: string
  /** What it is found by: its title in both languages. */
  names: readonly string[]
  run: () => void
}

interface CommandsOf {
  tabs: Tabs
  groups: readonly MenuGroup[]
  show: (overlay: Overlay) => void
}

/** Pages everybody may open though no menu shows them. */
const unlisted = [home, features.tasks.own.path, features.signIn.pwdEdit.path]

/** Pages this account may open, and what can be done from anywhere. */
export function useCommands({ tabs, groups, show }: CommandsOf): Command[] {
  const t = useText(paletteWords)
  const kit = useText(kitWords)
  const shell = useText(shellWords)
  const language = useLanguage()
  const changeLanguage = useLanguageChange()
  const leave = useLeave()

  const toPage = (path: string, title: string, note: string): Command => ({
    key: `page ${path}`,
    group: 'page',
    title,
    note,
    names: [title, ...Object.values(pageAt(path)?.page.title ?? {})],
    // A page that is open already comes back with its filters.
    run: () => tabs.go(path + (tabs.tabs.find(({ key }) => key === path)?.search ?? '')),
  })
  const listed = groups.flatMap((group) =>
    group.entries.length > 0
      ? group.entries.map((entry) => toPage(entry.path, entry.title, group.title))
      : [toPage(group.path, group.title, '')],
  )
  const pages = [
    ...unlisted
      .filter((path) => !listed.some(({ key }) => key === `page ${path}`))
      .map((path) => toPage(path, pageAt(path)?.page.title[language] ?? path, '')),
    ...listed,
  ]

  const action = (key: string, title: string, run: () => void): Command => ({
    key: `action ${key}`,
    group: 'action',
    title,
    note: '',
    names: [title],
    run,
  })
  const other = languages.find((one) => one !== language) ?? language
  const onPage = tabs.active !== home
  return [
    ...pages,
    action('refresh', shell.refreshPage, () => tabs.refresh(tabs.active)),
    ...(onPage ? [action('close', shell.close, () => tabs.shut(tabs.active))] : []),
    action('closeOthers', shell.closeOthers, () => tabs.shutOthers(tabs.active)),
    action('closeAll', shell.closeAll, () => tabs.shutOthers(home)),
    action('language', t.toLanguage, () => changeLanguage(other)),
    ...(['system', 'light', 'dark'] as const).map((name) =>
      action(name, t.appearance(kit.appearances[name]), () => write('appearance', name)),
    ),
    action('density', t.density, () => write('dense', !(read('dense') ?? true))),
    action('menu', t.foldMenu, () => write('menuCollapsed', !read('menuCollapsed'))),
    action('fullscreen', t.fullscreen, toggleFullscreen),
    action('alerts', shell.alerts, () => show('alerts')),
    action('sessions', shell.sessions, () => show('sessions')),
    action('help', t.help, () => show('help')),
    action('leave', shell.logout, () => void leave()),
  ]
}

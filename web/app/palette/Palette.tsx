import './palette.css'
import { Input, type InputRef } from 'antd'
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { features } from '../../../contract/index.ts'
import { leastSearch } from '../../../contract/search.ts'
import type { MenuGroup } from '../../kit/menu-groups.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import type { Overlay } from '../overlay.ts'
import type { Tabs } from '../use-tabs.ts'
import { type Command, useCommands } from './commands.ts'
import { fitting } from './match.ts'
import { paletteWords } from './words.ts'

interface PaletteProps {
  tabs: Tabs
  groups: readonly MenuGroup[]
  show: (overlay: Overlay) => void
  close: () => void
}

const quietMs = 180

/** One field for all: pages and actions by name, and whatever the caller's pages would show by number or name. */
export function Palette({ tabs, groups, show, close }: PaletteProps) {
  const t = useText(paletteWords)
  const id = useId()
  const input = useRef<InputRef>(null)
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = useHits(typed, tabs.go)
  const commands = [...fitting(typed, useCommands({ tabs, groups, show })), ...found.hits]
  const current = Math.min(at, commands.length - 1)
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current, typed])

  const run = (command: Command | undefined) => {
    if (!command) return
    close()
    command.run()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    const last = commands.length - 1
    if (key === 'ArrowDown') setAt(current >= last ? 0 : current + 1)
    else if (key === 'ArrowUp') setAt(current <= 0 ? last : current - 1)
    else if (key === 'Enter') run(commands[current])
    else if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) close()
    else return
    event.preventDefault()
  }
  return (
    <PageModal
      open
      title={<span className="pb-sr">{t.title}</span>}
      closable={false}
      footer={null}
      width={620}
      rootClassName="pb-palette"
      onCancel={close}
      afterOpenChange={(shown) => shown && input.current?.focus()}
    >
      <Input
        ref={input}
        size="large"
        variant="borderless"
        role="combobox"
        aria-label={t.title}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        {...(commands.length > 0 ? { 'aria-activedescendant': `${id}-${current}` } : {})}
        placeholder={t.placeholder}
        maxLength={64}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={pressed}
      />
      <div ref={box} id={id} role="listbox" aria-label={t.results} className="pb-palette-list">
        {commands.map((command, index) => (
          <Fragment key={command.key}>
            {command.group !== commands[index - 1]?.group && (
              <div className="pb-palette-group" role="presentation">
                {t.groups[command.group]}
              </div>
            )}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              className="pb-palette-line"
              onMouseMove={() => setAt(index)}
              onClick={() => run(command)}
            >
              <span>{command.title}</span>
              <span className="pb-palette-note">{command.note}</span>
            </div>
          </Fragment>
        ))}
      </div>
      <footer className="pb-palette-foot">
        <span role="status">
          {found.searching ? t.searching : commands.length === 0 ? t.nothing : t.found(commands.length)}
        </span>
        <span aria-hidden>{t.hint}</span>
      </footer>
    </PageModal>
  )
}

/** What the server finds for a text that has stood for a moment. */
function useHits(typed: string, go: (to: string) => void): { hits: Command[]; searching: boolean } {
  const wanted = typed.trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), quietMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const enough = asked.length >= leastSearch
  const query = useCall(
    features.search.find,
    { q: asked },
    { enabled: enough, silent: true, keep: true, staleMs: 0 },
  )
  const long = wanted.length >= leastSearch
  // Hits of what was typed before would be opened by a quick Enter.
  const list = long && enough && !query.isPlaceholderData && asked === wanted ? (query.data?.list ?? []) : []
  return {
    searching: long && (asked !== wanted || query.isFetching),
    hits: list.map((hit) => ({
      key: `${hit.kind} ${hit.path} ${hit.title} ${hit.note}`,
      group: hit.kind,
      title: hit.title,
      note: hit.note,
      names: [],
      run: () => go(hit.path),
    })),
  }
}

import { DownOutlined, ReloadOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { kitWords } from '../kit-text.ts'
import { write } from '../storage.ts'
import { useText } from '../text.ts'
import { FilterField } from './FilterField.tsx'
import type { Filter, Values } from './types.ts'

interface SearchBarProps<E extends Endpoint> {
  filters: readonly Filter<E>[]
  /** What the list is searched by now. */
  values: Values
  defaults: Values
  search: (values: Values) => void
  loading?: boolean
  /** Fields shown before "more filters"; default all. */
  visible?: number
}

/** The fields above a list. Nothing is searched until Enter or the button, unless a field says so. */
export function SearchBar<E extends Endpoint>({
  filters,
  values,
  defaults,
  search,
  loading = false,
  visible,
}: SearchBarProps<E>) {
  const t = useText(kitWords)
  const bar = useRef<HTMLFormElement>(null)
  const fields = filters as readonly Filter<Endpoint>[]
  // What narrows the list is in sight, also when it came with an address.
  const [open, setOpen] = useState(
    () => visible !== undefined && fields.slice(visible).some((one) => isSet(one, values, defaults)),
  )
  const [draft, setDraft] = useState({ of: JSON.stringify(values), values })
  // The address changed by something else than this bar: the bar follows it.
  const of = JSON.stringify(values)
  if (draft.of !== of) setDraft({ of, values })
  const shown = visible && !open ? fields.slice(0, visible) : fields

  useEffect(() => {
    if (!bar.current) return
    const watcher = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.height > 0)
        write('searchbarHeight', Math.round(entry.contentRect.height))
    })
    watcher.observe(bar.current)
    return () => watcher.disconnect()
  }, [])

  const change = (next: Values, options?: { search?: boolean }) => {
    const merged = { ...draft.values, ...next }
    setDraft({ of: draft.of, values: merged })
    if (options?.search) search(tidy(merged))
  }
  // Pickers handle Enter themselves where it chooses a value.
  const entered = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || target.tagName !== 'INPUT') return
    if (target.getAttribute('role') === 'combobox' || target.closest('.ant-picker')) return
    event.preventDefault()
    search(tidy(draft.values))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- Enter in any of the fields searches
    <form
      ref={bar}
      className="pb-search"
      role="search"
      onKeyDown={entered}
      onSubmit={(event) => event.preventDefault()}
    >
      {shown.map((filter) => (
        <div
          key={'names' in filter ? filter.names[0] : (filter.name ?? filter.label)}
          className={`pb-filter pb-filter-${filter.type}`}
        >
          {filter.type !== 'btn' && filter.type !== 'check' && (
            <span className="pb-filter-label">{filter.label}</span>
          )}
          <FilterField filter={filter} values={draft.values} change={change} />
        </div>
      ))}
      <div className="pb-search-buttons">
        <Button
          type="primary"
          icon={<SearchOutlined />}
          loading={loading}
          onClick={() => search(tidy(draft.values))}
        >
          {t.search}
        </Button>
        <Button
          icon={<ReloadOutlined />}
          onClick={() => {
            setDraft({ of: draft.of, values: defaults })
            search(defaults)
          }}
        >
          {t.reset}
        </Button>
        {visible !== undefined && fields.length > visible && (
          <Button
            type="link"
            icon={open ? <UpOutlined /> : <DownOutlined />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? t.lessFilters : t.moreFilters}
          </Button>
        )}
      </div>
    </form>
  )
}

const isSet = (filter: Filter<Endpoint>, values: Values, defaults: Values): boolean => {
  const names = 'names' in filter ? filter.names : [filter.name ?? '']
  return names.some((name) => (values[name] ?? '') !== (defaults[name] ?? ''))
}

const tidy = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))

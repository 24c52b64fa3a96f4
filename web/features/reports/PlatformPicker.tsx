import { Button, Checkbox, Popover } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { kitWords } from '../../kit/kit-text.ts'
import { usePage } from '../../kit/page.tsx'
import { useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import type { ReportCall } from './definitions.ts'
import { reportWords } from './words.ts'

/**
 * Several platforms at once, by category. Everything ticked, or nothing, means no restriction; searching by picks takes
 * the place of the category and platform filters.
 */
export function PlatformPicker({ source }: { source: ReportCall }) {
  const t = useText(reportWords)
  const kit = useText(kitWords)
  const { search, setSearch } = usePage()
  const [open, setOpen] = useState(false)
  const given = new URLSearchParams(search)
  const current = (given.get('platform_id') ?? '').split(',').filter(Boolean)
  const [draft, setDraft] = useState<{ of: string; picked: readonly string[] }>()
  const key = current.join(',')
  const picked = draft?.of === key ? draft.picked : current
  const pick = (next: readonly string[]) => setDraft({ of: key, picked: next })
  const { data } = useCall(source, { limit: 1 }, { silent: true, keep: true })
  const groups = Object.entries(data?.configs.catePlatformList ?? {}).filter(
    ([, group]) => group.children.length > 0,
  )
  const names = new Map(
    groups.flatMap(([, { children }]) => children.map(({ id, name }) => [String(id), name] as const)),
  )
  const all = [...names.keys()]
  const toggle = (ids: readonly string[], on: boolean) =>
    pick(on ? [...new Set([...picked, ...ids])] : picked.filter((id) => !ids.includes(id)))
  const apply = () => {
    const chosen = picked.length === all.length ? [] : picked
    given.delete('platform_cate_id')
    given.delete('page')
    if (chosen.length > 0) given.set('platform_id', chosen.join(','))
    else given.delete('platform_id')
    setOpen(false)
    setSearch(`?${given}`)
  }
  const escapes = ({ key: pressed }: KeyboardEvent) => pressed === 'Escape' && setOpen(false)
  const panel = (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the fields inside
    <div className="pb-picker" onKeyDown={escapes}>
      <div className="pb-picker-row">
        <Checkbox
          checked={all.length > 0 && picked.length === all.length}
          indeterminate={picked.length > 0 && picked.length < all.length}
          onChange={(event) => pick(event.target.checked ? all : [])}
        >
          {t.allPlatforms}
        </Checkbox>
        <span className="pb-quiet">{t.picked(picked.length)}</span>
      </div>
      {groups.map(([id, { cateName, children }]) => {
        const ids = children.map((child) => String(child.id))
        const ticked = ids.filter((one) => picked.includes(one)).length
        return (
          <div key={id} className="pb-picker-row">
            <Checkbox
              checked={ticked === ids.length}
              indeterminate={ticked > 0 && ticked < ids.length}
              onChange={(event) => toggle(ids, event.target.checked)}
            >
              {cateName}
            </Checkbox>
            {children.map((child) => (
              <Checkbox
                key={child.id}
                checked={picked.includes(String(child.id))}
                onChange={(event) => toggle([String(child.id)], event.target.checked)}
              >
                {child.name}
              </Checkbox>
            ))}
          </div>
        )
      })}
      <Button type="primary" size="small" onClick={apply}>
        {kit.search}
      </Button>
    </div>
  )
  const shown = current.map((id) => names.get(id)).filter(Boolean)
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomLeft"
        title={t.picker}
        content={panel}
        open={open}
        onOpenChange={setOpen}
      >
        <Button aria-expanded={open} onKeyDown={escapes}>
          {t.more}
        </Button>
      </Popover>
      {shown.length > 0 && (
        <span className="pb-quiet">
          {t.pickedNames}: {shown.join(', ')}
        </span>
      )}
    </>
  )
}

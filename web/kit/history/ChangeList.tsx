import { ArrowRightOutlined } from '@ant-design/icons'
import { useText } from '../text.ts'
import { type Change, changesOf } from './changes.ts'
import { historyWords } from './words.ts'

export interface Reading {
  /** What a field is called, by its name or by the first part of its path. */
  fields: Readonly<Record<string, string>>
  /** How a value reads, where it is not simply itself; nothing means as it stands, empty text hides the change. */
  show?: (field: string, value: unknown) => string | undefined
}

/** What a change did, field by field: what it was and what it became. */
export function ChangeList({ before, after, fields, show }: { before: unknown; after: unknown } & Reading) {
  const t = useText(historyWords)
  const changes = changesOf(before, after).filter(({ field, after: now }) => show?.(field, now) !== '')
  if (changes.length === 0) return <span className="pb-quiet">{t.nothing}</span>
  const named = (field: string) => {
    const [head = field, ...rest] = field.split('.')
    return [fields[head] ?? head, ...rest].join(' · ')
  }
  const read = (field: string, value: unknown) => {
    if (value === undefined || value === null) return <i className="pb-quiet">{t.absent}</i>
    const own = show?.(field, value)
    if (own !== undefined) return own
    if (value === '') return <i className="pb-quiet">{t.blank}</i>
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  const listed = (field: string, values: readonly unknown[]) =>
    values.map((value) => show?.(field, value) ?? String(value)).join(', ')
  return (
    <dl className="pb-changes">
      {changes.map((change: Change) => (
        <div key={change.field}>
          <dt>{named(change.field)}</dt>
          <dd>
            {change.added ? (
              <>
                {change.removed && change.removed.length > 0 && (
                  <del title={listed(change.field, change.removed)}>
                    {t.removed(change.removed.length)}: {listed(change.field, change.removed)}
                  </del>
                )}
                {change.added.length > 0 && (
                  <ins title={listed(change.field, change.added)}>
                    {t.added(change.added.length)}: {listed(change.field, change.added)}
                  </ins>
                )}
              </>
            ) : (
              <>
                {change.before !== undefined && (
                  <>
                    <del>{read(change.field, change.before)}</del>
                    <ArrowRightOutlined aria-label={t.to} />
                  </>
                )}
                <ins>{read(change.field, change.after)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

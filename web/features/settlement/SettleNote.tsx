import { useText } from '../../kit/text.ts'
import { settlementWords } from './words.ts'

/** The rules of asking, above everything else. */
export function SettleNote({ percent }: { percent: number }) {
  const t = useText(settlementWords)
  return (
    <section className="pb-settle-note" aria-label={t.noteTitle}>
      <strong>{t.noteTitle}</strong>
      <ul>
        {t.note.map((line) => (
          <li key={line(0)}>{line(percent)}</li>
        ))}
      </ul>
    </section>
  )
}

import { ApiOutlined, HourglassOutlined } from '@ant-design/icons'
import { figure } from '../../kit/figures.ts'
import { useText } from '../../kit/text.ts'
import { platformWords } from './words.ts'

/** Trouble on the way to a platform, and commands it has not confirmed yet. Nothing where all is well. */
export function LinkState({ trouble, waiting }: { trouble: string; waiting: number }) {
  const t = useText(platformWords)
  const known = { down: t.troubleDown, late: t.troubleLate, refused: t.troubleRefused }
  const said = trouble ? (known[trouble as keyof typeof known] ?? t.troubleOther(trouble)) : ''
  if (!said && waiting === 0) return null
  return (
    <div className="pb-plat-link">
      {said && (
        <span className={trouble === 'late' ? 'pb-plat-late' : 'pb-plat-down'}>
          <ApiOutlined aria-hidden /> {said}
        </span>
      )}
      {waiting > 0 && (
        <span className="pb-quiet" title={t.waiting(figure(waiting, 'count'))}>
          <HourglassOutlined aria-label={t.waiting(figure(waiting, 'count'))} /> {figure(waiting, 'count')}
        </span>
      )}
    </div>
  )
}

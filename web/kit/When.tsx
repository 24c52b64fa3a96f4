import { noFigure } from './figures.ts'
import { kitWords } from './kit-text.ts'
import { inZone, region, zoneOffset } from './region.ts'
import { useText } from './text.ts'

const ownZone = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/

/** A moment in the region's zone, which shows on hover. Wire moments are already in it; ISO ones are brought there. */
export function When({ at, day = false }: { at: string | number | null | undefined; day?: boolean }) {
  const t = useText(kitWords)
  if (at === null || at === undefined || at === '') return <>{noFigure}</>
  const date = new Date(at)
  const shown =
    typeof at === 'string' && ownZone.test(at) ? at : Number.isNaN(date.getTime()) ? String(at) : inZone(date)
  return (
    <time className="pb-figure" title={t.zone(`${region().zone} (${zoneOffset()})`)}>
      {day ? shown.slice(0, 10) : shown}
    </time>
  )
}

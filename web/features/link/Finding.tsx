import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { link } from '../../../contract/link.ts'
import { StatusTag, type Tone } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { linkWords } from './words.ts'

export type LinkDirection = ResultOf<typeof link.test>['commands']

const waiting: readonly string[] = ['untried', 'silent', 'noSecret', 'noAddress']

const toneOf = ({ ok, finding }: LinkDirection): Tone => {
  if (ok) return 'good'
  return waiting.includes(finding)
    ? 'waiting'
    : finding === 'late' || finding === 'oldSecret'
      ? 'warn'
      : 'bad'
}

/** One direction of a link in a word, with the sentence that says what to do. */
export function Finding({ direction, full = false }: { direction: LinkDirection; full?: boolean }) {
  const t = useText(linkWords)
  const word = t.findings[direction.finding]
  if (direction.ok) return <StatusTag tone="good">{word}</StatusTag>
  return (
    <span className={full ? 'pb-finding' : 'pb-finding pb-finding-short'} title={direction.message}>
      <StatusTag tone={toneOf(direction)}>{word}</StatusTag>
      {full && <span className="pb-finding-text">{direction.message}</span>}
    </span>
  )
}

import type { ReactNode } from 'react'
import { figure } from '../../kit/figures.ts'
import { Money } from '../../kit/Money.tsx'
import { useText } from '../../kit/text.ts'
import { reviewWords } from './words.ts'

/** Named facts, one a line. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className="pb-facts">{children}</dl>

interface FactProps {
  label: string
  hint?: string
  tone?: '' | 'warn' | 'bad' | 'strong'
  children: ReactNode
}

export function Fact({ label, hint, tone = '', children }: FactProps) {
  return (
    <div title={hint} className={tone ? `pb-fact-${tone}` : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type Wire = number | string | bigint | null

/** An amount in thousandths; what is missing is said to be unknown, for 0 would be a statement. */
export const Thousandths = ({ value, signed = false }: { value: Wire; signed?: boolean }) =>
  value === null ? <Unknown /> : <Money thousandths={value} signed={signed} />

export const Plain = ({ value }: { value: number | null }) =>
  value === null ? <Unknown /> : <Money plain={value} />

export const Whole = ({ value }: { value: number | null }) =>
  value === null ? <Unknown /> : <span className="pb-figure">{figure(value, 'count')}</span>

export function Unknown() {
  const t = useText(reviewWords)
  return <em className="pb-unknown">{t.unknown}</em>
}

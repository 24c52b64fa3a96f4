import type { CSSProperties } from 'react'
import type { Unit } from '../../contract/kit/units.ts'
import { figure, signOf } from './figures.ts'
import { region } from './region.ts'

type Value = number | string | bigint | null | undefined
interface Look {
  /** Show a gain with + and green, a loss with − and red. */
  signed?: boolean | undefined
  digits?: number | undefined
  /** With the currency's code behind it. */
  currency?: boolean | undefined
  strong?: boolean | undefined
  style?: CSSProperties
}
type MoneyProps = Look & ({ thousandths: Value; plain?: never } | { plain: Value; thousandths?: never })

/** An amount in the region's writing. The sign is always written, so colour is never the only signal. */
export function Money({
  signed = false,
  digits = 2,
  currency = false,
  strong = false,
  style,
  ...amount
}: MoneyProps) {
  const unit: Unit = 'thousandths' in amount ? 'thousandths' : 'plain'
  const value = 'thousandths' in amount ? amount.thousandths : amount.plain
  const sign = signOf(value, unit, digits)
  const shown = figure(value, unit, digits).replace(/^-/, '')
  const tone = signed ? (sign > 0 ? ' pb-gain' : sign < 0 ? ' pb-loss' : '') : ''
  const mark = sign < 0 ? '−' : signed && sign > 0 ? '+' : ''
  return (
    <span className={`pb-figure${tone}${strong ? ' pb-strong' : ''}`} style={style}>
      {mark}
      {shown}
      {currency && <small> {region().currency}</small>}
    </span>
  )
}

/** A rate: `tenths` are tenths of a percent (55 is 5.5 %), `ratio` is a share (0.25 is 25 %). */
export function Percent(props: ({ tenths: Value } | { ratio: Value }) & { digits?: number }) {
  const { digits } = props
  const shown =
    'tenths' in props ? figure(props.tenths, 'tenthsOfPercent', digits) : figure(props.ratio, 'ratio', digits)
  return <span className="pb-figure">{shown}</span>
}

/** A whole number. */
export function Count({ value }: { value: Value }) {
  return <span className="pb-figure">{figure(value, 'count')}</span>
}

/** Any figure of the wire by its unit. */
export function Figure({
  value,
  unit,
  signed,
  digits,
}: { value: Value; unit: Unit } & Pick<Look, 'signed' | 'digits'>) {
  if (unit === 'thousandths') return <Money thousandths={value} signed={signed} digits={digits} />
  if (unit === 'plain') return <Money plain={value} signed={signed} digits={digits} />
  return <span className="pb-figure">{figure(value, unit, digits)}</span>
}

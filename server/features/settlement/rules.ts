/*
 * What settlement works out, without a database: what accounts have, and which platforms give what is asked for. Money
 * in thousandths, U in hundredths, rates in ten-thousandths of the currency for one U.
 */

import type { Earned } from '../../../contract/settlement-sums.ts'

/** What an account earned, was paid and has reserved on one platform. */
export interface Standing {
  platform_id: number
  real_profit: bigint
  settled: bigint
  pending: bigint
}

export interface Line {
  platform_id: number
  amount: bigint
}

export const openOf = ({ real_profit, settled, pending }: Omit<Standing, 'platform_id'>): bigint =>
  real_profit - settled - pending

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)

export interface Whole extends Earned {
  open: bigint
}

/** An account over all its platforms. */
export function wholeOf(standings: readonly Standing[]): Whole {
  return {
    profit: sumOf(standings.map(({ real_profit }) => real_profit)),
    settled: sumOf(standings.map(({ settled }) => settled)),
    pending: sumOf(standings.map(({ pending }) => pending)),
    open: sumOf(standings.map(openOf)),
  }
}

/**
 * Which platforms give an amount: those in the red are closed in full first, which the others have to make up for; then
 * it is taken from the last platform backwards. The lines add up to the amount to the last unit. Throws if the platforms
 * together do not have it.
 */
export function allocate(standings: readonly Standing[], amount: bigint): Line[] {
  const lines: Line[] = []
  let need = amount
  for (const standing of standings) {
    const open = openOf(standing)
    if (open >= 0n) continue
    lines.push({ platform_id: standing.platform_id, amount: open })
    need -= open
  }
  for (const standing of standings.toReversed()) {
    const open = openOf(standing)
    if (need === 0n) break
    if (open <= 0n) continue
    const taken = open < need ? open : need
    lines.push({ platform_id: standing.platform_id, amount: taken })
    need -= taken
  }
  if (need !== 0n) throw new RangeError(`${need} thousandths more than the platforms have`)
  return lines
}

/** Whether a rate lies further than `band` percent from a recent one. Without a recent one, none does. */
export function isFar(rate: bigint, recent: bigint | null, band: number): boolean {
  if (recent === null) return false
  const distance = rate > recent ? rate - recent : recent - rate
  return distance * 100n > recent * BigInt(band)
}

const scaled = (text: string, decimals: number): bigint => {
  const [whole = '0', rest = ''] = text.split('.')
  const digits = rest.padEnd(decimals, '0')
  if (/[^0]/.test(digits.slice(decimals))) throw new RangeError(`${text} has more than ${decimals} decimals`)
  return BigInt(whole + digits.slice(0, decimals))
}

/** A rate as people write it, in ten-thousandths. */
export const rateFrom = (text: string): bigint => scaled(text, 4)
/** Currency as people write it, in thousandths. */
export const moneyFrom = (text: string): bigint => scaled(text, 3)
/** U as people write them, in ten-thousandths of a U so that no digit is lost. */
export const uFrom = (text: string): bigint => scaled(text, 4)

const shown = (value: bigint, decimals: number, least: number): string => {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const rest = digits.slice(-decimals).replace(/0+$/, '').padEnd(least, '0')
  return `${sign}${digits.slice(0, -decimals)}${rest ? `.${rest}` : ''}`
}

/** Thousandths for a sentence: two decimals, three where a third counts. */
export const moneyText = (value: bigint): string => shown(value, 3, 2)
/** A rate for a sentence, without needless zeros. */
export const rateText = (value: bigint): string => shown(value, 4, 1)
/** Hundredths of a U for a sentence. */
export const uText = (value: bigint): string => shown(value, 2, 2)

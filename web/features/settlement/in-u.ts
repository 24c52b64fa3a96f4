import { fromPlain } from '../../../contract/kit/units.ts'
import { rateFromText } from '../../../contract/settlement-rates.ts'
import { inU as inUOf } from '../../../contract/settlement-sums.ts'

/** U for an amount of currency at a rate, half up to 2 decimals, as the server works it out; '' without a rate. */
export function inU(amount: number, rate: string): string {
  if (!/^\d{1,10}(\.\d{1,4})?$/.test(rate.trim())) return ''
  const units = rateFromText(rate.trim())
  if (units === 0n) return ''
  const digits = inUOf(fromPlain(amount), units).settleU.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

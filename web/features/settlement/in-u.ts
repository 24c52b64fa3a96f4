/** U for an amount of currency at a rate, half up to 2 decimals, as the server works it out; '' without a rate. */
export function inU(amount: number, rate: string): string {
  if (!/^\d{1,10}(\.\d{1,4})?$/.test(rate.trim())) return ''
  const [whole = '0', rest = ''] = rate.trim().split('.')
  const units = BigInt(whole + rest.padEnd(4, '0'))
  if (units === 0n) return ''
  const hundredths = (2000n * BigInt(Math.round(amount * 1000)) + units) / (2n * units)
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

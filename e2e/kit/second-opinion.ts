/*
 * The formulas of the reports once more, from the written rules alone: nothing of the product's own arithmetic is used,
 * so that what the pages say is checked by somebody who worked it out by himself.
 */

/** A day of an agent as its platform tells it, money in thousandths. */
export interface Told {
  day: string
  username: string
  deposit: number
  withdraw: number
  running: number
  gmUpScore: number
  firstDeposit: number
  advOut: number
  personCount: number
  personDeposit: number
  firstDepositPerson: number
  personRunning: number
  apiWinLose: { apiId: number; amount: number }[]
}

/** Points in percent, as the account's page shows them, and those of the games' APIs in tenths of a percent. */
export interface Points {
  passage: number
  dividend: number
  apis: ReadonlyMap<number, number>
}

export interface Worked {
  Deposit: bigint
  Withdraw: bigint
  DWdiff: bigint
  PassageFee: bigint
  PlatformWinLose: bigint
  RealApiFee: bigint
  RealIncome: bigint
  RealProfit: bigint
}

/** A share in thousandths of an amount: to the nearest whole, halves towards plus infinity. */
function share(amount: bigint, thousandths: bigint): bigint {
  const product = amount * thousandths
  const rest = ((product % 1000n) + 1000n) % 1000n
  return (product - rest) / 1000n + (rest >= 500n ? 1n : 0n)
}

const total = (days: readonly Told[], name: 'deposit' | 'withdraw') =>
  days.reduce((sum, day) => sum + BigInt(day[name]), 0n)

/** What one business day of an account comes to: its own players' figures and those of everybody below it. */
export function workedOut(days: readonly Told[], points: Points): Worked {
  const Deposit = total(days, 'deposit')
  const Withdraw = total(days, 'withdraw')
  const won = new Map<number, bigint>()
  for (const { apiId, amount } of days.flatMap((day) => day.apiWinLose))
    won.set(apiId, (won.get(apiId) ?? 0n) + BigInt(amount))
  let weighted = 0n
  let PlatformWinLose = 0n
  for (const [apiId, amount] of won) {
    weighted += amount * BigInt(points.apis.get(apiId) ?? 0)
    PlatformWinLose += amount
  }
  const fee = share(weighted, 1n)
  const RealApiFee = fee < 0n ? 0n : fee
  const PassageFee = share(Deposit, BigInt(Math.round(points.passage * 10)))
  const RealIncome = Deposit - Withdraw - PassageFee - RealApiFee
  return {
    Deposit,
    Withdraw,
    DWdiff: Deposit - Withdraw,
    PassageFee,
    PlatformWinLose,
    RealApiFee,
    RealIncome,
    RealProfit: share(RealIncome, BigInt(Math.round(points.dividend * 10))),
  }
}

/** Several days of one account together. */
export function together(days: readonly Worked[]): Worked {
  const sum = workedOut([], { passage: 0, dividend: 0, apis: new Map() })
  for (const day of days) for (const name of Object.keys(sum) as (keyof Worked)[]) sum[name] += day[name]
  return sum
}

/** Thousandths as a Brazilian writes them: 1.234,57, halves away from zero; with its sign where a page shows one. */
export function written(amount: bigint, { signed = false, digits = 2 } = {}): string {
  const size = amount < 0n ? -amount : amount
  const unit = 10n ** BigInt(3 - digits)
  const rounded = (size + unit / 2n) / unit
  const text = String(rounded).padStart(digits + 1, '0')
  const whole = text.slice(0, -digits).replace(/\B(?=(\d{3})+$)/g, '.')
  const sign = rounded === 0n ? '' : amount < 0n ? '−' : signed ? '+' : ''
  return `${sign}${whole},${text.slice(-digits)}`
}

/*
 * What follows from a day's figures by the rates of that day. Everything is in whole thousandths of the currency; rates
 * are tenths of a percent. The reports, their explanations, the check of the books and the tests all ask here.
 */

/** What is added up over accounts and days: money in thousandths, people as counts. */
export const sumNames = [
  'deposit',
  'withdraw',
  'running',
  'gm_up_score',
  'first_deposit',
  'adv_out',
  'person_count',
  'person_deposit',
  'first_deposit_person',
  'person_running',
] as const
export type SumName = (typeof sumNames)[number]
export type Sums = Record<SumName, bigint>

/** What follows from the sums, in thousandths. */
export const derivedNames = [
  'platform_win_lose',
  'passage_fee',
  'api_fee',
  'real_api_fee',
  'real_income',
  'real_profit',
] as const
export type DerivedName = (typeof derivedNames)[number]
export type Derived = Record<DerivedName, bigint>

/** Win and lose of the house by game API, in thousandths. */
export type ApiParts = Readonly<Record<string, bigint>>

/** The rates an account has on a day, in tenths of a percent. */
export interface DayRates {
  passage_point: number
  withdraw_point: number
  dividend_point: number
  /** Points of the games' APIs by their number. */
  api_points: Readonly<Record<string, number>>
}

export const noSums = (): Sums => Object.fromEntries(sumNames.map((name) => [name, 0n])) as Sums
export const noDerived = (): Derived => Object.fromEntries(derivedNames.map((name) => [name, 0n])) as Derived

/** `part` thousandths of a value, rounded to the nearest whole, halves up (−2.5 is −2). */
export function thousandthsOf(value: bigint, part: bigint): bigint {
  return floorDivide(2n * value * part + 1000n, 2000n)
}

function floorDivide(value: bigint, by: bigint): bigint {
  const whole = value / by
  return value % by < 0n ? whole - 1n : whole
}

/** Fee for taking deposits in; with `payoutToo` also for paying withdrawals out. */
export function passageFee(
  { deposit, withdraw }: Pick<Sums, 'deposit' | 'withdraw'>,
  { passage_point: passage, withdraw_point: payout }: Pick<DayRates, 'passage_point' | 'withdraw_point'>,
  payoutToo = false,
): bigint {
  return thousandthsOf(deposit, BigInt(passage)) + (payoutToo ? thousandthsOf(withdraw, BigInt(payout)) : 0n)
}

/** Fee of the games' vendors: their points of what each game won, never below 0 for the day. */
export function apiFee(parts: ApiParts, points: DayRates['api_points']): bigint {
  let weighted = 0n
  for (const [api, amount] of Object.entries(parts)) weighted += amount * BigInt(points[api] ?? 0)
  const fee = floorDivide(2n * weighted + 1000n, 2000n)
  return fee > 0n ? fee : 0n
}

export interface DayInput {
  sums: Sums
  parts: ApiParts
  rates: DayRates
  /** The vendors' fee as finance entered it by hand; null where it was not. */
  manualFee: bigint | null
  /** Whether paying out costs its points as well; a setting, off by default. */
  payoutToo?: boolean
}

/** Fees, income and profit of one day of one account on one platform. */
export function derive({ sums, parts, rates, manualFee, payoutToo = false }: DayInput): Derived {
  const passage_fee = passageFee(sums, rates, payoutToo)
  const api_fee = apiFee(parts, rates.api_points)
  const real_api_fee = manualFee ?? api_fee
  const real_income = sums.deposit - sums.withdraw - passage_fee - real_api_fee
  return {
    platform_win_lose: Object.values(parts).reduce((sum, amount) => sum + amount, 0n),
    passage_fee,
    api_fee,
    real_api_fee,
    real_income,
    real_profit: thousandthsOf(real_income, BigInt(rates.dividend_point)),
  }
}

/** Adds `more` to `to` in place, name by name; `sign` -1n takes it away. */
export function add<Name extends string>(
  to: Record<Name, bigint>,
  more: Readonly<Record<Name, bigint>>,
  names: readonly Name[],
  sign: 1n | -1n = 1n,
): void {
  for (const name of names) to[name] += sign * more[name]
}

/** Parts of two days together; what comes to nothing is left out. */
export function addParts(one: ApiParts, other: ApiParts, sign: 1n | -1n = 1n): Record<string, bigint> {
  const sum: Record<string, bigint> = { ...one }
  for (const [api, amount] of Object.entries(other)) {
    const total = (sum[api] ?? 0n) + sign * amount
    if (total === 0n) delete sum[api]
    else sum[api] = total
  }
  return sum
}

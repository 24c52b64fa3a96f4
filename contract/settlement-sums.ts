/*
 * What may be asked for, and how many U it makes: worked out by the server, and shown step by step by the page with the
 * same rules. Money in thousandths, U in hundredths, rates in ten-thousandths of the currency for one U.
 */

/** An account over all its platforms. */
export interface Earned {
  profit: bigint
  settled: bigint
  pending: bigint
}

/**
 * What an account may ask for itself: the whole currency in `percent` of its cumulative profit, less what was settled
 * and what is reserved. Measured on all profit so far, so that asking again and again leaves the rest untouched. In
 * thousandths, a multiple of 1000, never negative.
 */
export function withdrawable({ profit, settled, pending }: Earned, percent: number): bigint {
  const free = profit * BigInt(percent) - 100n * (settled + pending)
  return free > 0n ? (free / 100_000n) * 1000n : 0n
}

/** U for an amount, in hundredths, half up; and what the rounding left, in millionths of the currency. */
export function inU(amount: bigint, rate: bigint): { settleU: bigint; remainder: bigint } {
  const settleU = (2000n * amount + rate) / (2n * rate)
  return { settleU, remainder: amount * 1000n - settleU * rate }
}

import type { WithdrawalOrder } from '../../../contract/withdrawals.ts'

type Evidence = Pick<
  WithdrawalOrder,
  'totalPay' | 'TotalDS' | 'LoginIPCount' | 'RegIPCount' | 'advFee' | 'gmScore'
>

/** Plain currency with up to four decimals as thousandths, rounded half away from zero. */
function thousandthsOf(plain: number): bigint {
  const tenThousandths = BigInt(Math.round(plain * 10_000))
  const half = tenThousandths < 0n ? -5n : 5n
  return (tenThousandths + half) / 10n
}

/** Deposits less withdrawals of the player, in thousandths; null where either is unknown. */
export function totalDifference({
  totalPay,
  TotalDS,
}: Pick<Evidence, 'totalPay' | 'TotalDS'>): bigint | null {
  return totalPay === null || TotalDS === null ? null : thousandthsOf(totalPay) - BigInt(TotalDS)
}

/** Players on the same address, at sign-in or registration, whichever are more. `atLeast`: one of the two is unknown. */
export function sameIp({
  LoginIPCount,
  RegIPCount,
}: Pick<Evidence, 'LoginIPCount' | 'RegIPCount'>): { count: number; atLeast: boolean } | null {
  if (LoginIPCount === null && RegIPCount === null) return null
  return {
    count: Math.max(LoginIPCount ?? 0, RegIPCount ?? 0),
    atLeast: LoginIPCount === null || RegIPCount === null,
  }
}

/** Score that people of the platform gave, in plain currency; null where a part is unknown. */
export const adminScore = ({ advFee, gmScore }: Pick<Evidence, 'advFee' | 'gmScore'>): number | null =>
  advFee === null || gmScore === null ? null : Math.round((advFee + gmScore) * 10_000) / 10_000

/** How much a figure in plain currency grew; null where one of the two is unknown. */
export const plainDifference = (now: number | null, then: number | null): number | null =>
  now === null || then === null ? null : Math.round((now - then) * 10_000) / 10_000

/** How much a figure in thousandths grew; null where one of the two is unknown. */
export const thousandthsDifference = (
  now: number | string | null,
  then: number | string | null,
): bigint | null => (now === null || then === null ? null : BigInt(now) - BigInt(then))

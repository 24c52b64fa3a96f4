import { signOf } from '../../kit/figures.ts'
import { Money } from '../../kit/Money.tsx'

/** Recharge less withdrawal: green where it is not negative, red where it is, and always with its sign. */
export function SignedDifference({ value }: { value: number | string | undefined }) {
  return signOf(value, 'thousandths') === 0 ? (
    <span className="pb-gain">
      <Money thousandths={value} />
    </span>
  ) : (
    <Money thousandths={value} signed />
  )
}

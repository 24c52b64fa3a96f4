import type { WithdrawalOrder } from '../../../contract/withdrawals.ts'

/** Pay ways whose account stands in other fields than the card number. */
const byCash = 3
const byPhone = 8
const byEmail = 9

type Paid = Pick<WithdrawalOrder, 'PayWay' | 'CardNo' | 'Province' | 'City'>

/**
 * The account money goes to: a card number, or what its pay way uses instead; '' for cash. A phone number reads as
 * people in the region write it, without the country's calling code.
 */
export function accountOf(order: Paid, callingCode: string): string {
  if (order.PayWay === byCash) return ''
  if (order.PayWay === byPhone) return phone(order.Province, callingCode)
  if (order.PayWay === byEmail) return email(order)
  return order.CardNo
}

/** Whether province and city say where the bank is, and not what the account is. */
export const namesPlace = (order: Paid): boolean => order.PayWay !== byPhone && order.PayWay !== byEmail

function phone(text: string, callingCode: string): string {
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  // Written with + or 00 it surely has the prefix; otherwise only where too many digits remain for a number without.
  const international = /^\s*(\+|00)/.test(text)
  const prefixed = digits.startsWith(callingCode)
  return prefixed && (international || digits.length > 11) ? digits.slice(callingCode.length) : digits
}

function email({ City, Province }: Paid): string {
  const name = City.trim()
  const domain = Province.trim().replace(/^@/, '')
  if (name.includes('@') || !/^[^\s@]+\.[a-z]{2,}$/i.test(domain)) return name
  return `${name}@${domain}`
}

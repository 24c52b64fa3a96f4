/*
 * Who plays for whom is in the number: a proxy has five digits and stands below the one whose number has its hundreds,
 * else its tens, taken away. 10111 is below 10011, which is below 10001, which is at the top.
 */
const shape = /^[1-9]\d{4}$/

/** Whether this is the number of a proxy player: one that stands for an agent's account. */
export const isProxy = (roleId: string): boolean => shape.test(roleId)

/** The proxy directly above, '' for one at the top or a player that is no proxy. */
export function superiorOf(roleId: string): string {
  if (!isProxy(roleId)) return ''
  const [thousands, hundreds, tens, ones] = [roleId.slice(0, 2), roleId[2], roleId[3], roleId[4]]
  if (hundreds !== '0') return `${thousands}0${tens}${ones}`
  return tens === '0' ? '' : `${thousands}00${ones}`
}

/** Kinds of account; one number space for accounts and roles. */
export const kind = { staff: 1, channel: 3, salesman: 4, subChannel: 9 } as const
export type Kind = (typeof kind)[keyof typeof kind]
export const allKinds = [1, 3, 4, 9] as const satisfies readonly Kind[]
export const channelSide = [3, 4, 9] as const satisfies readonly Kind[]

/** Which of the two rule trees binds an account: 1 the back office, 3 the channel side. */
export const treeOf = (of: Kind): 1 | 3 => (of === kind.staff ? 1 : 3)

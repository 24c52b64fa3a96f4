import type { ReactNode } from 'react'
import type { CallOf, Endpoint, ResultOf } from '../../../contract/kit/endpoint.ts'
import type { Unit } from '../../../contract/kit/units.ts'

/** A call that answers a list. */
export type RowOf<E extends Endpoint> = ResultOf<E> extends { list: readonly (infer R)[] } ? R : never
/** Names of a call's parameters. */
export type ParamName<E extends Endpoint> = keyof CallOf<E> & string

export interface Option {
  value: string | number
  label: string
}

interface Named<E extends Endpoint> {
  name: ParamName<E>
  label: string
}
interface Paired<E extends Endpoint> {
  /** Parameters of the start and the end. */
  names: readonly [ParamName<E>, ParamName<E>]
  label: string
}
interface Pick {
  options: readonly Option[]
  /** Filters to empty when this one changes, as platforms of another category. */
  resets?: readonly string[]
  /** Searches at once, without the button. */
  immediate?: boolean
  /** What may be chosen besides the options: the one a typed text stands for. */
  typed?: (text: string) => Option | undefined
}

/** One field of a search bar. Values are kept as the wire has them: text, lists comma-joined. */
export type Filter<E extends Endpoint> =
  | (Named<E> & { type: 'input'; placeholder?: string })
  | (Paired<E> & { type: 'inputMulter' })
  | (Named<E> & Pick & { type: 'select' })
  | (Named<E> & Pick & { type: 'multiSelect' })
  | (Named<E> & { type: 'date' | 'month' | 'time' | 'check' })
  | (Paired<E> & { type: 'daterange' | 'daterangeReduce' | 'monthrange' | 'multerDate' | 'multerTime' })
  | { type: 'btn'; label: string; name?: never; run?: () => void }

/** Filter values as the wire has them. */
export type Values = Readonly<Record<string, string>>

/** One column. `key` is the row's field; anything else needs `cell`. */
export interface Column<R> {
  key: (keyof R & string) | `_${string}`
  title: string
  /** Explains the column on hover. */
  hint?: string
  cell?: (row: R, index: number) => ReactNode
  width?: number
  align?: 'left' | 'center' | 'right'
  /** The server sorts by it; a text is the name the server knows it by. */
  sort?: boolean | string
  pin?: 'left' | 'right'
  /** A button that copies the value. */
  copy?: boolean
  /** What copying rows takes, where it is not the value itself. */
  text?: (row: R) => string
  /** Not shown until somebody chooses it. */
  hidden?: boolean
  /** How a figure reads, where the contract's row does not say it. */
  unit?: Unit
  /** A gain is green with +, a loss red with −. */
  signed?: boolean
  digits?: number
  /** Summed in the totals row; figures are, unless told otherwise. */
  total?: boolean
}

export interface RowAction {
  key: string
  label: string
  run: () => void | Promise<unknown>
  icon?: ReactNode
  danger?: boolean
  /** Why it cannot be done now. */
  disabled?: boolean | string
}

/** What a toolbar action may use. */
export interface Chosen<R> {
  rows: readonly R[]
  keys: readonly string[]
  clear: () => void
  refresh: () => void
}
export interface ToolbarAction<R> {
  key: string
  label: string
  run: (chosen: Chosen<R>) => void | Promise<unknown>
  icon?: ReactNode
  primary?: boolean
  danger?: boolean
  /** Says "select rows first" until at least one is ticked. */
  needsRows?: boolean
  disabled?: boolean | string
}

/** Place in a list: page, size, sorting, and what is searched for. */
export interface ListPlace {
  page: number
  limit: number
  orderBy: string
  orderType: '' | 'asc' | 'desc'
  values: Values
}

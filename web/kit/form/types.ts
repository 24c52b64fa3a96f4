import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import type { Option } from '../list/types.ts'
import type { TableChoice } from './TableControl.tsx'

type Name<V> = keyof V & string

interface Common<V> {
  name: Name<V>
  label: string
  required?: boolean
  /** What is said when it is missing; otherwise "… is required". */
  missing?: string
  hint?: ReactNode
  placeholder?: string
  disabled?: boolean
  /** Shown only while this holds. */
  when?: (values: Partial<V>) => boolean
  /** The sentence that is wrong with the value, or nothing. */
  check?: (value: unknown, values: Partial<V>) => string | undefined
  /** Fields whose change checks this one again. */
  dependsOn?: readonly Name<V>[]
}

/** One field of a form. */
export type Field<V> =
  | (Common<V> & { type: 'input'; max?: number; numeric?: boolean; autoComplete?: string })
  | (Common<V> & { type: 'password'; autoComplete?: string })
  | (Common<V> & { type: 'textare'; max?: number; rows?: number })
  | (Common<V> & { type: 'inputMore' })
  | (Common<V> & { type: 'select' | 'radio' | 'checkbox'; options: readonly Option[]; multiple?: boolean })
  | (Common<V> & { type: 'selectTable' } & TableChoice)
  | (Common<V> & { type: 'switch' | 'date' | 'datetime' })
  | (Common<V> & { type: 'file' | 'excel'; maxMegabytes?: number })
  | { type: 'text'; name?: never; label: string; content: ReactNode; when?: (values: Partial<V>) => boolean }
  /** A control of the page's own; it gets `value` and `onChange`. */
  | (Common<V> & { type: 'custom'; control: (form: FormInstance<V>) => ReactNode })

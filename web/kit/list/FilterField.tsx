import { Button, Checkbox, DatePicker, Input, Select, Space, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useMemo, useState } from 'react'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { useClear } from '../clearing.tsx'
import { kitWords } from '../kit-text.ts'
import { useText } from '../text.ts'
import { toast } from '../toast.ts'
import { rangePresets } from './ranges.ts'
import type { Filter, Values } from './types.ts'

interface FieldProps {
  filter: Filter<Endpoint>
  values: Values
  change: (values: Values, options?: { search?: boolean }) => void
}

const formats = {
  date: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  time: 'HH:mm:ss',
  daterange: 'YYYY-MM-DD',
  daterangeReduce: 'YYYY-MM-DD',
  monthrange: 'YYYY-MM',
  multerDate: 'YYYY-MM-DD HH:mm:ss',
  multerTime: 'HH:mm:ss',
} as const

const parse = (text: string | undefined, format: string): Dayjs | null => {
  if (!text) return null
  const day = format === 'HH:mm:ss' ? dayjs(`2000-01-01 ${text}`) : dayjs(text)
  return day.isValid() ? day : null
}

/** One field of a search bar, of any of the documented types. */
export function FilterField({ filter, values, change }: FieldProps) {
  const t = useText(kitWords)
  if (filter.type === 'btn') {
    return <Button onClick={() => (filter.run ? filter.run() : toast.info(t.notOpen))}>{filter.label}</Button>
  }
  if ('names' in filter) return <PairField filter={filter} values={values} change={change} />
  const value = values[filter.name] ?? ''
  const set = (next: string, search = false) => change({ [filter.name]: next }, { search })
  const common = { 'aria-label': filter.label, className: 'pb-filter-control' }
  if (filter.type === 'input') {
    return (
      <Input
        {...common}
        allowClear
        value={value}
        placeholder={filter.placeholder ?? t.enter(filter.label)}
        onChange={(event) => set(event.target.value)}
      />
    )
  }
  if (filter.type === 'select' || filter.type === 'multiSelect') {
    return <PickField filter={filter} values={values} change={change} />
  }
  if (filter.type === 'check') {
    return (
      <Checkbox checked={value === '1'} onChange={(event) => set(event.target.checked ? '1' : '')}>
        {filter.label}
      </Checkbox>
    )
  }
  const format = formats[filter.type]
  const shared = {
    ...common,
    value: parse(value, format),
    onChange: (day: Dayjs | null) => set(day?.format(format) ?? ''),
  }
  if (filter.type === 'time') return <TimePicker {...shared} />
  return <DatePicker {...shared} picker={filter.type} />
}

type PickFilter = Extract<Filter<Endpoint>, { type: 'select' | 'multiSelect' }>

function PickField({ filter, values, change }: FieldProps & { filter: PickFilter }) {
  const t = useText(kitWords)
  const many = filter.type === 'multiSelect'
  const value = values[filter.name] ?? ''
  const [typing, setTyping] = useState('')
  const { options: known, typed } = filter
  const options = useMemo(() => {
    const own = [typed?.(typing), value && !many ? typed?.(value) : undefined]
    return [...known, ...own.filter((option) => option !== undefined)]
      .map((option) => ({ value: String(option.value), label: option.label }))
      .filter((option, index, all) => all.findIndex((other) => other.value === option.value) === index)
  }, [known, typed, typing, value, many])
  const clearing = useClear()
  const set = (next: string) => {
    setTyping('')
    const emptied = Object.fromEntries((filter.resets ?? []).map((name) => [name, '']))
    change({ ...emptied, [filter.name]: next }, { search: filter.immediate ?? false })
  }
  return (
    <Select<string | string[]>
      aria-label={filter.label}
      className="pb-filter-control"
      allowClear={clearing}
      showSearch={{ optionFilterProp: 'label', ...(typed ? { onSearch: setTyping } : {}) }}
      placeholder={t.all}
      options={options}
      maxTagCount="responsive"
      {...(many ? { mode: 'multiple' as const } : {})}
      value={many ? (value ? value.split(',') : []) : value || (undefined as unknown as string)}
      onChange={(next: string | string[] | undefined) =>
        set(Array.isArray(next) ? next.join(',') : (next ?? ''))
      }
    />
  )
}

type PairFilter = Extract<Filter<Endpoint>, { names: readonly [string, string] }>

function PairField({ filter, values, change }: FieldProps & { filter: PairFilter }) {
  const t = useText(kitWords)
  const [start, end] = filter.names
  if (filter.type === 'inputMulter') {
    return (
      <Space.Compact className="pb-filter-control">
        {filter.names.map((name, index) => (
          <Input
            key={name}
            aria-label={`${filter.label} ${index === 0 ? t.rangeFrom : t.rangeTo}`}
            placeholder={index === 0 ? t.rangeFrom : t.rangeTo}
            value={values[name] ?? ''}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
      </Space.Compact>
    )
  }
  const format = formats[filter.type]
  const from = parse(values[start], format)
  const to = parse(values[end], format)
  const set = (range: readonly [Dayjs | null, Dayjs | null] | null) =>
    change({ [start]: range?.[0]?.format(format) ?? '', [end]: range?.[1]?.format(format) ?? '' })
  const shared = {
    'aria-label': filter.label,
    value: [from, to] as [Dayjs | null, Dayjs | null],
    allowEmpty: [true, true] as [boolean, boolean],
    onChange: set,
  }
  if (filter.type === 'multerTime')
    return <TimePicker.RangePicker {...shared} className="pb-filter-control" />
  const withTime = filter.type === 'multerDate'
  return (
    <DatePicker.RangePicker
      {...shared}
      className={`pb-filter-control${withTime ? ' pb-filter-wide' : ''}`}
      showTime={withTime}
      picker={filter.type === 'monthrange' ? 'month' : 'date'}
      // The reduced range is the plain calendar without the column of shortcuts.
      presets={
        filter.type === 'daterangeReduce' || filter.type === 'monthrange' ? [] : rangePresets(t, withTime)
      }
    />
  )
}

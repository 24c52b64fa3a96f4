import { UploadOutlined } from '@ant-design/icons'
import { Button, Checkbox, DatePicker, Input, Radio, Select, Spin, Switch, Upload } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { lazy, Suspense } from 'react'
import { useClear } from '../clearing.tsx'
import { kitWords } from '../kit-text.ts'
import { useText } from '../text.ts'
import { toast } from '../toast.ts'
import type { Field } from './types.ts'

/** A table is much code for forms that have none. */
const TableControl = lazy(async () => ({ default: (await import('./TableControl.tsx')).TableControl }))

type Declared = Exclude<Field<Record<string, unknown>>, { type: 'text' | 'custom' }>

interface ControlProps {
  field: Declared
  id?: string
  // antd's Form.Item hands these to its child.
  value?: unknown
  onChange?: (value: unknown) => void
}

/** The control of a form field. Values are what calls take: text, numbers, lists, 'YYYY-MM-DD HH:mm:ss', files. */
export function FieldControl({ field, id, value, onChange, ...aria }: ControlProps) {
  const t = useText(kitWords)
  const disabled = field.disabled ?? false
  const placeholder =
    field.placeholder ?? (field.type === 'select' ? t.choose(field.label) : t.enter(field.label))
  const clearing = useClear()
  const set = (next: unknown) => onChange?.(next)
  const text = (value ?? '') as string
  const shared = { ...aria, ...(id ? { id } : {}), disabled }
  switch (field.type) {
    case 'input':
      return (
        <Input
          {...shared}
          value={text}
          placeholder={placeholder}
          autoComplete={field.autoComplete ?? 'off'}
          {...(field.max ? { maxLength: field.max } : {})}
          {...(field.numeric ? { inputMode: 'decimal' as const } : {})}
          onChange={(event) => set(event.target.value)}
        />
      )
    case 'password':
      return (
        <Input.Password
          {...shared}
          value={text}
          placeholder={placeholder}
          autoComplete={field.autoComplete ?? 'new-password'}
          onChange={(event) => set(event.target.value)}
        />
      )
    case 'textare':
      return (
        <Input.TextArea
          {...shared}
          value={text}
          placeholder={placeholder}
          rows={field.rows ?? 4}
          {...(field.max ? { maxLength: field.max, showCount: true } : {})}
          onChange={(event) => set(event.target.value)}
        />
      )
    case 'inputMore':
      return (
        <Select
          {...shared}
          mode="tags"
          open={false}
          suffixIcon={null}
          placeholder={placeholder}
          tokenSeparators={[',', ' ', '\n', '，']}
          value={(value ?? []) as string[]}
          onChange={set}
        />
      )
    case 'select':
      return (
        <Select
          {...shared}
          allowClear={clearing}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={placeholder}
          options={[...field.options]}
          value={value}
          {...(field.multiple ? { mode: 'multiple' as const } : {})}
          onChange={set}
        />
      )
    case 'radio':
      return (
        <Radio.Group
          {...shared}
          options={[...field.options]}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )
    case 'checkbox':
      return (
        <Checkbox.Group
          disabled={disabled}
          options={[...field.options]}
          value={(value ?? []) as (string | number)[]}
          onChange={set}
        />
      )
    case 'selectTable':
      return (
        <Suspense fallback={<Spin />}>
          <TableControl
            columns={field.columns}
            rows={field.rows}
            multiple={field.multiple ?? false}
            label={field.label}
            disabled={disabled}
            value={value}
            onChange={set}
          />
        </Suspense>
      )
    case 'switch':
      return <Switch {...shared} checked={Boolean(value)} onChange={set} />
    case 'date':
    case 'datetime':
      return <MomentControl {...shared} withTime={field.type === 'datetime'} value={text} onChange={set} />
    case 'file':
    case 'excel':
      return <FileControl field={field} disabled={disabled} value={value} onChange={set} />
  }
}

interface MomentProps {
  withTime: boolean
  value: string
  onChange: (value: string) => void
  disabled: boolean
  id?: string
}

function MomentControl({ withTime, value, onChange, ...shared }: MomentProps) {
  const format = withTime ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD'
  return (
    <DatePicker
      {...shared}
      style={{ width: '100%' }}
      showTime={withTime}
      format={format}
      value={value ? dayjs(value) : null}
      onChange={(day: Dayjs | null) => onChange(day?.format(format) ?? '')}
    />
  )
}

type FileField = Extract<Declared, { type: 'file' | 'excel' }>

function FileControl({
  field,
  value,
  disabled,
  onChange,
}: {
  field: FileField
  value: unknown
  disabled: boolean
  onChange: (file: File | undefined) => void
}) {
  const t = useText(kitWords)
  const image = field.type === 'file'
  const limit = field.maxMegabytes ?? (image ? 5 : 10)
  const accept = (file: File) => {
    if (image ? !file.type.startsWith('image/') : !/\.xlsx$/i.test(file.name))
      toast.error(image ? t.notImage : t.notXlsx)
    else if (file.size > limit * 1024 * 1024) toast.error(t.tooBig(limit))
    else onChange(file)
    // The form sends it with the rest; nothing is uploaded before.
    return Upload.LIST_IGNORE
  }
  const file = value instanceof File ? value : undefined
  return (
    <Upload
      disabled={disabled}
      maxCount={1}
      accept={image ? 'image/png,image/jpeg,image/gif,image/webp' : '.xlsx'}
      beforeUpload={accept}
      fileList={file ? [{ uid: '1', name: file.name, status: 'done' }] : []}
      onRemove={() => onChange(undefined)}
    >
      <Button icon={<UploadOutlined />}>{t.upload}</Button>
    </Upload>
  )
}

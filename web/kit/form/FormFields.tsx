import { Form, type FormInstance } from 'antd'
import type { Rule } from 'antd/es/form/index.js'
import { kitWords } from '../kit-text.ts'
import { useText } from '../text.ts'
import { FieldControl } from './FieldControl.tsx'
import type { Field } from './types.ts'

/** The fields of a form, in order. */
export function FormFields<V extends object>({
  fields,
  form,
}: {
  fields: readonly Field<V>[]
  form: FormInstance<V>
}) {
  const t = useText(kitWords)
  const values = (Form.useWatch([], form) ?? {}) as Partial<V>
  return fields.map((field) => {
    if (field.when && !field.when(values)) return null
    if (field.type === 'text') {
      return (
        <Form.Item key={field.label} label={field.label}>
          {field.content}
        </Form.Item>
      )
    }
    const rules: Rule[] = []
    if (field.required) {
      const message = field.missing ?? t.required(field.label)
      // Naming `whitespace` at all makes antd expect text, which a number chosen from a list is not.
      const typed = field.type === 'input' || field.type === 'textare'
      rules.push({ required: true, message, ...(typed ? { whitespace: true } : {}) })
    }
    const { check } = field
    if (check) {
      rules.push({
        validator: async (_, value: unknown) => {
          const wrong = check(value, form.getFieldsValue())
          if (wrong) throw new Error(wrong)
        },
      })
    }
    return (
      <Form.Item
        key={field.name}
        name={field.name as never}
        label={field.label}
        rules={rules}
        validateFirst
        {...(field.hint ? { extra: field.hint } : {})}
        {...(field.dependsOn ? { dependencies: [...field.dependsOn] as never } : {})}
      >
        {field.type === 'custom' ? (
          field.control(form)
        ) : (
          <FieldControl field={field as unknown as Parameters<typeof FieldControl>[0]['field']} />
        )}
      </Form.Item>
    )
  })
}

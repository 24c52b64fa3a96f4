import './sign-in.css'
import { Button, Form } from 'antd'
import { features } from '../../../contract/index.ts'
import { ApiError, call } from '../../kit/api.ts'
import { encryptPassword } from '../../kit/encrypt.ts'
import { FormFields } from '../../kit/form/FormFields.tsx'
import type { Field } from '../../kit/form/types.ts'
import { useAct } from '../../kit/query.ts'
import { useSay, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { signInWords } from './words.ts'

interface Passwords {
  pwdOld: string
  pwdNew: string
  pwdConfirm: string
}

/** Own password: checked one by one, the first thing that is wrong is said. */
export function PasswordPage() {
  const t = useText(signInWords)
  const say = useSay()
  const [form] = Form.useForm<Passwords>()
  const change = useAct(features.signIn.pwdEdit, {
    done: (said) => said,
    refreshes: [features.signIn.sessions],
  })
  const save = async () => {
    const values = form.getFieldsValue()
    const wrong = firstWrong(values, t)
    form.setFields([
      { name: 'pwdOld', errors: [] },
      { name: 'pwdNew', errors: [] },
      { name: 'pwdConfirm', errors: [] },
    ])
    if (wrong) {
      form.setFields([{ name: wrong.name, errors: [wrong.message] }])
      toast.error(wrong.message)
      return form.focusField(wrong.name)
    }
    try {
      const { publicKey } = await call(features.signIn.config, {})
      const [pwdOld, pwdNew, pwdConfirm] = await Promise.all(
        [values.pwdOld, values.pwdNew, values.pwdConfirm].map((password) =>
          encryptPassword(password, publicKey),
        ),
      )
      await change.run({ pwdOld: pwdOld ?? '', pwdNew: pwdNew ?? '', pwdConfirm: pwdConfirm ?? '' })
      form.resetFields()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const name = (['pwdOld', 'pwdNew', 'pwdConfirm'] as const).find((field) => field === error.field)
      if (name) form.setFields([{ name, errors: [error.message] }])
    }
  }
  const fields: Field<Passwords>[] = [
    { type: 'password', name: 'pwdOld', label: t.oldPassword, autoComplete: 'current-password' },
    { type: 'password', name: 'pwdNew', label: t.newPassword, hint: t.policy },
    { type: 'password', name: 'pwdConfirm', label: t.confirmPassword, hint: t.others },
  ]
  return (
    <div className="pb-password">
      <h1>{say(features.signIn.pwdEdit.title)}</h1>
      <Form form={form} layout="vertical" disabled={change.running} onFinish={() => void save()}>
        <FormFields fields={fields} form={form} />
        <Button type="primary" htmlType="submit" loading={change.running}>
          {t.save}
        </Button>
      </Form>
    </div>
  )
}

interface PasswordTexts {
  oldRequired: string
  newRequired: string
  confirmRequired: string
  confirmDiffers: string
  policyFailed: string
  same: string
}

/** The first thing wrong with the three passwords. */
export function firstWrong(
  { pwdOld, pwdNew, pwdConfirm }: Partial<Passwords>,
  t: PasswordTexts,
): { name: keyof Passwords; message: string } | undefined {
  if (!pwdOld) return { name: 'pwdOld', message: t.oldRequired }
  if (!pwdNew) return { name: 'pwdNew', message: t.newRequired }
  if (!pwdConfirm) return { name: 'pwdConfirm', message: t.confirmRequired }
  if (pwdNew !== pwdConfirm) return { name: 'pwdConfirm', message: t.confirmDiffers }
  const strong = pwdNew.length >= 8 && pwdNew.length <= 64 && /[A-Za-z]/.test(pwdNew) && /\d/.test(pwdNew)
  if (!strong) return { name: 'pwdNew', message: t.policyFailed }
  if (pwdNew === pwdOld) return { name: 'pwdNew', message: t.same }
  return undefined
}

import './sign-in.css'
import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { canEncrypt } from '../../kit/encrypt.ts'
import { AppearanceSwitch, LanguageSwitch } from '../../kit/switches.tsx'
import { useText } from '../../kit/text.ts'
import { Authenticator } from './Authenticator.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { type Config, type DemoAccount, type Entered, useSignIn } from './sign-in.ts'
import { signInWords } from './words.ts'

interface SignInPageProps {
  config: UseQueryResult<Config>
  /** Goes home once signed in. */
  enter: () => void
}

export function SignInPage({ config, enter }: SignInPageProps) {
  const t = useText(signInWords)
  const [form] = Form.useForm<Entered>()
  const signIn = useSignIn(config.data, enter)
  const { checked, busy } = signIn
  const secure = canEncrypt()
  const blocked = !secure || !config.data || busy === 'done'

  const check = async () => {
    const { username = '', pwd = '' } = form.getFieldsValue() as Partial<Entered>
    if (!blocked && busy !== 'enter' && username.trim() && pwd) await signIn.check({ username, pwd })
  }
  const changed = (values: Partial<Entered>) => {
    if (checked && ('username' in values || 'pwd' in values)) signIn.forget()
  }
  const submit = async (entered: Entered) => {
    const first = !checked
    // The first sign-in shows the key before it can ask for a code made from it.
    if (first && !(await signIn.check(entered))) return
    if (!entered.code) {
      const missing = first ? [] : [t.codeRequired]
      form.setFields([{ name: 'code', errors: missing }])
      return form.focusField('code')
    }
    if (await signIn.submit(entered)) return
    form.resetFields(['username', 'pwd', 'code'])
    signIn.forget()
    form.focusField('username')
  }
  const demo = async (account: DemoAccount) => {
    form.setFieldsValue({ username: account.username, pwd: account.password })
    if (await signIn.demo(account, form.getFieldValue('remember') === true)) return
    form.resetFields(['username', 'pwd', 'code'])
    signIn.forget()
  }
  const accounts = config.data?.demo?.accounts ?? []
  return (
    <div className="pb-sign-in">
      <aside className="pb-sign-in-side" aria-hidden>
        <img src="/mark.svg" alt="" width={44} height={44} />
        <h2>Pitboss</h2>
        <p>{t.lead}</p>
        <ul>
          {t.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </aside>
      <main className="pb-sign-in-main">
        <div className="pb-sign-in-tools">
          <LanguageSwitch withName />
          <AppearanceSwitch />
        </div>
        <div className="pb-sign-in-card">
          <h1>
            <img src="/mark.svg" alt="" width={28} height={28} />
            {t.title}
          </h1>
          {!secure && <Alert type="error" showIcon title={t.insecure} />}
          {config.isError && (
            <Alert
              type="error"
              showIcon
              title={t.configFailed}
              action={<Button onClick={() => void config.refetch()}>{t.retry}</Button>}
            />
          )}
          <Form<Entered>
            form={form}
            layout="vertical"
            requiredMark={false}
            disabled={busy === 'done'}
            initialValues={{ remember: false }}
            onValuesChange={changed}
            onFinish={(entered) => void submit(entered)}
          >
            <Form.Item
              name="username"
              label={t.username}
              rules={[{ required: true, whitespace: true, message: t.usernameRequired }]}
            >
              <Input
                size="large"
                prefix={<UserOutlined aria-hidden />}
                autoComplete="username"
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing else
                autoFocus
                maxLength={64}
                onBlur={() => void check()}
              />
            </Form.Item>
            <Form.Item
              name="pwd"
              label={t.password}
              rules={[{ required: true, message: t.passwordRequired }]}
            >
              <Input.Password
                size="large"
                prefix={<LockOutlined aria-hidden />}
                autoComplete="current-password"
                onBlur={() => void check()}
              />
            </Form.Item>
            {checked?.isshow && <Authenticator image={checked.data} secret={checked.secret} />}
            <Form.Item
              name="code"
              label={t.code}
              extra={checked && !checked.isshow ? t.bound : undefined}
              normalize={(code: string) => code.replaceAll(/\D/g, '').slice(0, 6)}
              rules={[{ pattern: /^\d{6}$/, message: t.codeShape }]}
            >
              <Input
                size="large"
                prefix={<SafetyOutlined aria-hidden />}
                inputMode="numeric"
                autoComplete="one-time-code"
                placeholder={t.codeHint}
              />
            </Form.Item>
            <Form.Item name="remember" valuePropName="checked">
              <Checkbox>{t.remember}</Checkbox>
            </Form.Item>
            <Button
              type="primary"
              size="large"
              block
              htmlType="submit"
              loading={Boolean(busy)}
              disabled={blocked}
            >
              {busy === 'check' ? t.checking : t.signIn}
            </Button>
          </Form>
          {accounts.length > 0 && (
            <DemoAccounts
              accounts={accounts}
              disabled={blocked || Boolean(busy)}
              choose={(account) => void demo(account)}
            />
          )}
        </div>
      </main>
    </div>
  )
}

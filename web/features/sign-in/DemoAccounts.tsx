import { LoginOutlined } from '@ant-design/icons'
import { useRoleTitle } from '../../kit/role-title.ts'
import { useText } from '../../kit/text.ts'
import type { DemoAccount } from './sign-in.ts'
import { signInWords } from './words.ts'

interface DemoProps {
  accounts: readonly DemoAccount[]
  disabled: boolean
  choose: (account: DemoAccount) => void
}

/** The demo's sign-ins, one click each. */
export function DemoAccounts({ accounts, disabled, choose }: DemoProps) {
  const t = useText(signInWords)
  const roleTitle = useRoleTitle()
  return (
    <section className="pb-demo" aria-labelledby="pb-demo-title">
      <header>
        <strong id="pb-demo-title">{t.demoTitle}</strong>
        <span className="pb-quiet">{t.demoText}</span>
      </header>
      <ul>
        {accounts.map((account) => (
          <li key={account.username}>
            <button
              type="button"
              disabled={disabled}
              aria-label={t.demoSignIn(account.username)}
              onClick={() => choose(account)}
            >
              <span>
                <b>{account.username}</b>
                <small>
                  {t.kinds[account.kind]} · {roleTitle(account.title)}
                </small>
              </span>
              <LoginOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Alert } from 'antd'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { roles } from '../../../contract/roles.ts'
import { figure } from '../../kit/figures.ts'
import { useText } from '../../kit/text.ts'
import { useRuleTitle } from './titles.ts'
import { roleWords } from './words.ts'

type Effect = ResultOf<typeof roles.rolerulesPreview>

interface EffectProps {
  effect: Effect
  /** The role's old and new name, where it changes. */
  from?: string
  to?: string
}

/** Who would gain and lose which action if a grant were saved, and in how many live sessions. */
export function GrantEffect({ effect, from = '', to = '' }: EffectProps) {
  const t = useText(roleWords)
  const { accounts, accountCount, sessionCount } = effect
  const count = (value: number) => figure(value, 'count')
  return (
    <>
      <Alert
        type={accountCount > 0 ? 'warning' : 'info'}
        showIcon
        title={accountCount > 0 ? t.effect(count(accountCount), count(sessionCount)) : t.effectNone}
        {...(to ? { description: t.renamed(from, to) } : {})}
      />
      <div className="pb-effect">
        <RuleNames title={t.gained} sign="+" tone="pb-gain" rules={effect.gained} />
        <RuleNames title={t.lost} sign="−" tone="pb-loss" rules={effect.lost} />
        {accounts.length > 0 && (
          <section>
            <h3>{t.who}</h3>
            <ul>
              {accounts.map(({ id, username, sessions }) => (
                <li key={id}>
                  {username}
                  {sessions > 0 && <small>{t.sessionsOf(count(sessions))}</small>}
                </li>
              ))}
              {accountCount > accounts.length && <li>{t.whoMore(count(accountCount))}</li>}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}

interface NamesProps {
  title: string
  sign: string
  tone: string
  rules: Effect['gained']
}

function RuleNames({ title, sign, tone, rules }: NamesProps) {
  const t = useText(roleWords)
  const titleOf = useRuleTitle()
  return (
    <section>
      <h3>
        {title} ({rules.length})
      </h3>
      {rules.length === 0 ? (
        <span className="pb-quiet">{t.none}</span>
      ) : (
        <ul>
          {rules.map((rule) => (
            <li key={rule.id}>
              <span className={`pb-effect-sign ${tone}`} aria-hidden>
                {sign}
              </span>
              <span>{titleOf(rule)}</span>
              <small>{rule.name}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

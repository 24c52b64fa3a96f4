import { AutoComplete } from 'antd'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { type RuleNode, roleMessages, roles } from '../../../contract/roles.ts'
import { ruleSeeds } from '../../../contract/rules.ts'
import { call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { refresh } from '../../kit/query.ts'
import { useSay, useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { placesOf } from './ticking.ts'
import { useRuleTitle } from './titles.ts'
import { roleWords } from './words.ts'

type Rules = ResultOf<typeof roles.auths>
interface RuleForm {
  pid: number
  title: string
  name: string
  icon: string
  sort: string
  tag: RuleNode['tag']
  status: boolean
}
interface RuleDialogProps {
  open: boolean
  /** The rule to change; nothing for a new one. */
  rule: RuleNode | undefined
  /** Where a new rule is to stand. */
  below: number
  type: 1 | 3
  rules: Rules | undefined
  close: () => void
}

const icons = [...new Set(ruleSeeds.map(({ icon }) => icon).filter(Boolean))]

/** A rule of the tree: where it stands, what it is called, which address it guards. */
export function RuleDialog({ open, rule, below, type, rules, close }: RuleDialogProps) {
  const t = useText(roleWords)
  const say = useSay()
  const titleOf = useRuleTitle()
  // A rule can stand neither below itself nor below what is below it.
  const own = rule ? placesOf([rule]) : new Map<number, unknown>()
  const parents = (rules?.menuOptions ?? [])
    .filter(({ id }) => !own.has(id))
    .map((option) => ({
      value: option.id,
      label: `${'\u3000'.repeat(option.level)}${titleOf(option)}`,
    }))
  return (
    <FormDialog<RuleForm>
      open={open}
      title={rule ? t.editRule(rule.title) : t.addRule}
      initial={
        rule
          ? { ...rule, sort: String(rule.sort), status: rule.status === 1 }
          : { pid: below, tag: below === 0 ? 'menu' : 'page', sort: '0', status: true, icon: '' }
      }
      fields={[
        {
          type: 'select',
          name: 'pid',
          label: t.parent,
          required: true,
          missing: say(roleMessages['roles.parentRequired']),
          options: [{ value: 0, label: t.top }, ...parents],
        },
        {
          type: 'input',
          name: 'title',
          label: t.ruleTitle,
          required: true,
          missing: say(roleMessages['roles.titleRequired']),
          max: 60,
        },
        {
          type: 'input',
          name: 'name',
          label: t.ruleName,
          max: 200,
          hint: t.ruleNameHint,
          dependsOn: ['tag'],
          check: (value, { tag }) =>
            tag === 'menu' || String(value ?? '').trim()
              ? undefined
              : say(roleMessages['roles.routeRequired']),
        },
        {
          type: 'custom',
          name: 'icon',
          label: t.icon,
          control: () => (
            <AutoComplete
              maxLength={60}
              options={icons.map((value) => ({ value }))}
              showSearch={{ filterOption: true }}
            />
          ),
        },
        {
          type: 'input',
          name: 'sort',
          label: t.sort,
          numeric: true,
          hint: t.sortHint,
          check: (value) => (!value || /^-?\d{1,7}$/.test(String(value)) ? undefined : t.sortWrong),
        },
        {
          type: 'radio',
          name: 'tag',
          label: t.tag,
          options: Object.entries(rules?.configs.system_auth_rule_tags ?? {}).map(([value, label]) => ({
            value,
            label,
          })),
        },
        { type: 'text', label: t.appType, content: t.appTypes[type] ?? '' },
        {
          type: 'switch',
          name: 'status',
          label: t.enabled,
          hint: t.ruleStatusHint,
          when: () => Boolean(rule),
        },
      ]}
      submit={async ({ pid, title, name, icon, sort, tag, status }) => {
        const sent = { pid, title, name, icon: icon ?? '', sort: Number(sort || 0), tag, type }
        await (rule
          ? call(roles.authedit, { ...sent, id: rule.id, status: status ? 1 : 0 }, { silent: true })
          : call(roles.authadd, sent, { silent: true }))
        toast.success(rule ? t.saved : t.added)
        await refresh(roles.auths)
      }}
      close={close}
    />
  )
}

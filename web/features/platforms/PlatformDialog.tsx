import type * as z from 'zod'
import { type Platform, platformAddresses, platforms } from '../../../contract/platforms.ts'
import { fixedRules } from '../../../contract/rules.ts'
import { call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { Field } from '../../kit/form/types.ts'
import type { Option } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { region } from '../../kit/region.ts'
import { useText } from '../../kit/text.ts'
import { IconField, type IconValue } from './IconField.tsx'
import { platformWords } from './words.ts'

export type PlatformRow = z.output<typeof Platform>

interface Entered {
  name: string
  remark?: string
  cate_id: number
  status: number
  icon?: IconValue
  publish_time?: string
  end_time?: string
  api_url?: string
  admin_url?: string
  channel_url?: string
}

interface PlatformDialogProps {
  /** The platform to change, 'new' for one to be added, nothing while closed. */
  edited: PlatformRow | 'new' | undefined
  categories: readonly Option[]
  statuses: readonly Option[]
  close: () => void
  /** After success: the platform's id and name. */
  saved: (platform: { id: number; name: string }) => Promise<unknown>
}

/** Adds or changes a platform. Addresses are there for those who hold the rule for them. */
export function PlatformDialog({ edited, categories, statuses, close, saved }: PlatformDialogProps) {
  const t = useText(platformWords)
  const may = useMay()
  const adding = edited === 'new'
  const before = edited && edited !== 'new' ? edited : undefined
  const withAddresses = may(adding ? fixedRules.platformAddUrls : fixedRules.platformEditUrls)
  // The home of a platform may have been switched off since; it is offered all the same.
  const offered =
    before && !categories.some(({ value }) => value === before.cate_id)
      ? [...categories, { value: before.cate_id, label: before.cate_name }]
      : categories
  const fields: Field<Entered>[] = [
    { type: 'input', name: 'name', label: t.platformName, required: true, missing: t.nameMissing, max: 60 },
    { type: 'input', name: 'remark', label: t.note, max: 200 },
    {
      type: 'select',
      name: 'cate_id',
      label: t.category,
      required: true,
      missing: t.categoryMissing,
      options: offered,
    },
    { type: 'select', name: 'status', label: t.status, required: true, options: statuses },
    { type: 'custom', name: 'icon', label: t.icon, hint: t.iconHint, control: () => <IconField /> },
    { type: 'datetime', name: 'publish_time', label: t.publishTime, hint: t.zone(region().zone) },
    {
      type: 'datetime',
      name: 'end_time',
      label: t.endTime,
      hint: t.endHint,
      dependsOn: ['publish_time'],
      check: (value, { publish_time: publish }) =>
        value && publish && String(value) <= publish ? t.endBefore : undefined,
    },
    ...(withAddresses
      ? platformAddresses.map(
          (name): Field<Entered> => ({
            type: 'input',
            name,
            label: t.addresses[name],
            hint: t.addressHints[name],
            placeholder: 'https://',
            max: 300,
            check: (value) => (value && !/^https?:\/\/./i.test(String(value)) ? t.addressScheme : undefined),
          }),
        )
      : []),
  ]
  const submit = async ({ icon, ...entered }: Entered) => {
    const file = icon instanceof File ? { files: { icon } } : {}
    const sent = { ...entered, status: entered.status as 0 | 1 | 2 | 3 }
    if (!before) {
      const { id } = await call(platforms.platformAdd, sent, { silent: true, ...file })
      return saved({ id, name: entered.name })
    }
    const clear = [
      ...platformAddresses.filter((name) => withAddresses && before[name] && !entered[name]),
      ...(before.icon && !icon ? (['icon'] as const) : []),
    ]
    await call(
      platforms.platformEdit,
      { id: before.id, ...sent, ...(clear.length > 0 ? { clear } : {}) },
      { silent: true, ...file },
    )
    return saved({ id: before.id, name: entered.name })
  }
  return (
    <FormDialog<Entered>
      open={edited !== undefined}
      title={adding ? t.addPlatform : t.editPlatform}
      width={760}
      twoColumns
      initial={before ? { ...before, api_url: before.api_url ?? '' } : { status: 1 }}
      fields={fields}
      close={close}
      submit={submit}
    />
  )
}

import { Form, Select } from 'antd'
import type { Field } from '../../kit/form/types.ts'
import type { Option } from '../../kit/list/types.ts'
import { useText } from '../../kit/text.ts'
import type { Configs } from './channels.ts'
import { paywayWords } from './words.ts'

/** Where and which channels a dialog is about. */
export interface Target {
  cate_id?: number
  platform_id?: number[]
  ChannelCode?: string[]
}

/** The same as calls want it: what is empty means all. */
export const asWanted = ({ cate_id, platform_id }: Pick<Target, 'cate_id' | 'platform_id'>) => ({
  ...(cate_id ? { cate_id: [cate_id] } : {}),
  ...(platform_id?.length ? { platform_id } : {}),
})

/** Channels of the group to choose from, in its order. */
export const channelOptions = (configs: Configs | undefined): Option[] =>
  (configs?.paywayList ?? []).map(({ ChannelCode, ChannelName }) => ({
    value: ChannelCode,
    label: ChannelName === ChannelCode ? ChannelName : `${ChannelName} (${ChannelCode})`,
  }))

const pick = { allowClear: true, showSearch: { optionFilterProp: 'label' } } as const

/** Category, platforms and channels of a dialog. */
export function useTargetFields<V extends Target>(
  configs: Configs | undefined,
  channels: { required: boolean },
): Field<V>[] {
  const t = useText(paywayWords)
  const fields: Field<Target>[] = [
    {
      type: 'custom',
      name: 'ChannelCode',
      label: t.channel,
      required: channels.required,
      missing: t.channelMissing,
      ...(channels.required ? {} : { hint: t.allChannels }),
      control: () => (
        <Select {...pick} mode="multiple" placeholder={t.channel} options={channelOptions(configs)} />
      ),
    },
    {
      type: 'custom',
      name: 'cate_id',
      label: t.category,
      control: (form) => (
        <Select
          {...pick}
          placeholder={t.all}
          options={(configs?.cateList ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          // A platform of another category is no choice any more.
          onSelect={() => form.setFieldValue('platform_id', [])}
        />
      ),
    },
    {
      type: 'custom',
      name: 'platform_id',
      label: t.platform,
      hint: t.allPlatforms,
      control: () => <PlatformSelect platforms={configs?.platformList ?? []} />,
    },
  ]
  return fields as unknown as Field<V>[]
}

interface PlatformSelectProps {
  platforms: Configs['platformList']
  id?: string
  value?: number[]
  onChange?: (value: number[]) => void
}

/** Platforms of the category chosen above, or of all; only those that may be told something. */
function PlatformSelect({ platforms, id, value = [], onChange }: PlatformSelectProps) {
  const t = useText(paywayWords)
  const form = Form.useFormInstance<Target>()
  const category = Form.useWatch('cate_id', form)
  return (
    <Select<number[]>
      {...pick}
      {...(id ? { id } : {})}
      mode="multiple"
      placeholder={t.all}
      value={value}
      options={platforms
        .filter(({ cate_id, status }) => [1, 3].includes(status) && (!category || cate_id === category))
        .map((platform) => ({ value: platform.id, label: platform.name }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}

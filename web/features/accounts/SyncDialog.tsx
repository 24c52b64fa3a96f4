import { Form, Select } from 'antd'
import type { accounts } from '../../../contract/accounts.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { call } from '../../kit/api.ts'
import { useClear } from '../../kit/clearing.tsx'
import { followTask } from '../../kit/follow-task.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { Chosen } from '../../kit/list/types.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { accountWords } from './words.ts'

type Configs = Pick<ResultOf<typeof accounts.channels>['configs'], 'cateList' | 'platformList'>

/** Something that platforms are told about ticked accounts. */
export interface Sync {
  title: string
  endpoint: typeof accounts.channelRemarkRsync
  usernames: readonly string[]
  /** Takes the ticks away once the task is under way. */
  done: () => void
}

/** The names of ticked rows, or nothing after a word about what is missing. */
export function useTicked(): (chosen: Chosen<{ username: string }>) => string[] | undefined {
  const t = useText(accountWords)
  return ({ rows }) => {
    const usernames = rows.map(({ username }) => username).filter(Boolean)
    if (usernames.length > 0) return usernames
    toast.warning(t.selectRows)
    return undefined
  }
}

interface Target {
  cate_id?: number
  platform_id?: number[]
}
interface SyncProps {
  sync: Sync | undefined
  configs: Configs | undefined
  close: () => void
}

/** Which platforms are told; it becomes a task. */
export function SyncDialog({ sync, configs, close }: SyncProps) {
  const t = useText(accountWords)
  const clearing = useClear()
  const { cateList = [], platformList = [] } = configs ?? {}
  return (
    <FormDialog<Target>
      open={sync !== undefined}
      title={t.syncTitle(sync?.title ?? '', sync?.usernames.length ?? 0)}
      fields={[
        {
          type: 'text',
          label: t.accountsChosen,
          content: <div className="pb-sync-names">{sync?.usernames.join(', ')}</div>,
        },
        {
          type: 'custom',
          name: 'cate_id',
          label: t.category,
          control: (form) => (
            <Select
              allowClear={clearing}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t.all}
              options={cateList.map(({ id, name }) => ({ value: id, label: name }))}
              // A platform of another category is no choice any more.
              onSelect={() => form.setFieldValue('platform_id', [])}
            />
          ),
        },
        {
          type: 'custom',
          name: 'platform_id',
          label: t.platform,
          hint: t.syncAll,
          control: () => <PlatformSelect platforms={platformList} />,
        },
      ]}
      submit={async ({ cate_id, platform_id }) => {
        if (!sync) return
        const { taskId } = await call(
          sync.endpoint,
          {
            usernames: [...sync.usernames],
            ...(cate_id ? { cate_id: [cate_id] } : {}),
            ...(platform_id?.length ? { platform_id } : {}),
          },
          { silent: true },
        )
        followTask(taskId)
        toast.success(t.syncStarted)
        sync.done()
      }}
      close={close}
    />
  )
}

interface PlatformSelectProps {
  platforms: Configs['platformList']
  id?: string
  value?: number[]
  onChange?: (value: number[]) => void
}

/** Platforms of the category chosen above, or of all. */
function PlatformSelect({ platforms, id, value = [], onChange }: PlatformSelectProps) {
  const t = useText(accountWords)
  const form = Form.useFormInstance<Target>()
  const category = Form.useWatch('cate_id', form)
  const clearing = useClear()
  return (
    <Select<number[]>
      {...(id ? { id } : {})}
      mode="multiple"
      allowClear={clearing}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t.all}
      value={value}
      options={platforms
        .filter(({ cate_id }) => !category || cate_id === category)
        .map((platform) => ({ value: platform.id, label: platform.name }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}

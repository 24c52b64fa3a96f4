import { payways } from '../../../contract/payways.ts'
import { call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useText } from '../../kit/text.ts'
import type { Configs } from './channels.ts'
import { asWanted, type Target, useTargetFields } from './target.tsx'
import { paywayWords } from './words.ts'

interface PushProps {
  open: boolean
  configs: Configs | undefined
  close: () => void
  started: (taskId: string) => void
}

/** Takes the saved priorities to platforms. */
export function PushDialog({ open, configs, close, started }: PushProps) {
  const t = useText(paywayWords)
  const fields = useTargetFields<Target>(configs, { required: false })
  return (
    <FormDialog<Target>
      open={open}
      title={t.pushPriorities}
      fields={fields}
      submit={async ({ ChannelCode = [], ...wanted }) => {
        const { taskId } = await call(
          payways.paywayRsyncSort,
          {
            ...asWanted(wanted),
            ...(ChannelCode.length > 0 ? { ChannelCode } : {}),
            event: 'asyncTask',
          },
          { silent: true },
        )
        started(taskId)
      }}
      close={close}
    />
  )
}

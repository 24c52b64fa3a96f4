import { channelStatus, payways } from '../../../contract/payways.ts'
import { call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useText } from '../../kit/text.ts'
import type { Configs } from './channels.ts'
import { SwitchPreview } from './SwitchPreview.tsx'
import { asWanted, type Target, useTargetFields } from './target.tsx'
import { paywayWords } from './words.ts'

interface Switch extends Target {
  ChannelStatus?: 1 | 2
}

interface SwitchProps {
  open: boolean
  configs: Configs | undefined
  close: () => void
  started: (taskId: string) => void
}

/** Opens or closes channels on many platforms at once, after saying what that will touch. */
export function SwitchDialog({ open, configs, close, started }: SwitchProps) {
  const t = useText(paywayWords)
  const target = useTargetFields<Switch>(configs, { required: true })
  return (
    <FormDialog<Switch>
      open={open}
      title={t.oneClick}
      width={640}
      fields={[
        ...target,
        {
          type: 'radio',
          name: 'ChannelStatus',
          label: t.switchTo,
          required: true,
          missing: t.statusMissing,
          options: [
            { value: channelStatus.open, label: t.open },
            { value: channelStatus.close, label: t.close },
          ],
        },
        { type: 'text', label: t.preview, content: <SwitchPreview /> },
      ]}
      submit={async ({ ChannelCode = [], ChannelStatus = channelStatus.close, ...wanted }) => {
        const { taskId } = await call(
          payways.paywayStatus,
          { ...asWanted(wanted), ChannelCode, ChannelStatus, event: 'asyncTask' },
          { silent: true },
        )
        started(taskId)
      }}
      close={close}
    />
  )
}

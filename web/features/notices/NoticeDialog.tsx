import type * as z from 'zod'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { type Notice, notices } from '../../../contract/notices.ts'
import { call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { Field } from '../../kit/form/types.ts'
import type { Option } from '../../kit/list/types.ts'
import { refresh } from '../../kit/query.ts'
import { inZone, serverNow } from '../../kit/region.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { isBlank, lettersOf } from './letters.ts'
import { NoticeEditor } from './NoticeEditor.tsx'
import { noticeWords } from './words.ts'

type Row = z.output<typeof Notice>

interface Written {
  title: string
  content: string
  audience: Row['audience']
  start_time: string
  end_time: string
  push_time: string
}

interface DialogProps {
  edited: Row | 'new' | undefined
  maxWords: number
  audiences: readonly Option[]
  close: () => void
  refreshes: readonly Endpoint[]
}

const weekMs = 7 * 24 * 3_600_000

/** Writes a notice or changes one. A new one is for everybody, from now on, for a week, until one says otherwise. */
export function NoticeDialog({ edited, maxWords, audiences, close, refreshes }: DialogProps) {
  const t = useText(noticeWords)
  const now = inZone(serverNow())
  const initial: Partial<Written> =
    edited && edited !== 'new'
      ? edited
      : {
          audience: 'all',
          start_time: now,
          push_time: now,
          end_time: inZone(new Date(serverNow().getTime() + weekMs)),
        }
  const fields: Field<Written>[] = [
    { type: 'input', name: 'title', label: t.titleField, required: true, missing: t.titleMissing, max: 100 },
    { type: 'radio', name: 'audience', label: t.audience, required: true, options: audiences },
    {
      type: 'custom',
      name: 'content',
      label: t.content,
      required: true,
      missing: t.contentMissing,
      check: (value) => {
        const html = String(value ?? '')
        if (isBlank(html)) return t.contentMissing
        return lettersOf(html) > maxWords ? t.tooLong(maxWords) : undefined
      },
      control: () => <NoticeEditor label={t.content} maxWords={maxWords} />,
    },
    { type: 'datetime', name: 'push_time', label: t.push, required: true, missing: t.pushMissing },
    { type: 'datetime', name: 'start_time', label: t.start, required: true, missing: t.startMissing },
    {
      type: 'datetime',
      name: 'end_time',
      label: t.end,
      required: true,
      missing: t.endMissing,
      dependsOn: ['start_time', 'push_time'],
      check: (value, { start_time = '', push_time = '' }) => {
        const end = String(value ?? '')
        if (end && end <= start_time) return t.endBeforeStart
        return end && end <= push_time ? t.pushAfterEnd : undefined
      },
    },
  ]
  return (
    <FormDialog<Written>
      open={edited !== undefined}
      title={edited === 'new' ? t.add : t.editTitle}
      width={760}
      initial={initial}
      fields={fields}
      close={close}
      submit={async (values) => {
        if (edited && edited !== 'new')
          await call(notices.edit, { id: edited.id, ...values }, { silent: true })
        else await call(notices.add, values, { silent: true })
        toast.success(edited === 'new' ? t.added : t.saved)
        await Promise.all(refreshes.map(refresh))
      }}
    />
  )
}

import './link.css'
import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { type DeadLetter, link } from '../../../contract/link.ts'
import { platforms } from '../../../contract/platforms.ts'
import { useCopy } from '../../kit/CopyText.tsx'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { prettyJson } from '../../kit/pretty-json.ts'
import { useAct } from '../../kit/query.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { ask } from '../../kit/toast.ts'
import { When } from '../../kit/When.tsx'
import { usePlatformOptions } from './platform-options.ts'
import { linkWords } from './words.ts'

type Letter = z.output<typeof DeadLetter>

const pollMs = 31_000

/** Commands that never reached their platform and events nobody understood: look at them, and try again. */
export function DeadLettersPage() {
  const t = useText(linkWords)
  const kit = useText(kitWords)
  const may = useMay()
  const [shown, setShown] = useState<Letter>()
  const options = usePlatformOptions()
  const resend = useAct(link.resend, { done: t.sent, refreshes: [link.deadLetters, platforms.liveList] })
  const again = async ({ platform_id, direction, id, name }: Letter) => {
    const command = direction === 'command'
    const agreed = await ask({
      title: command ? t.resendAsk(name) : t.reprocessAsk(name),
      content: command ? t.resendText : t.reprocessText,
      ok: command ? t.resend : t.reprocess,
      cancel: kit.cancel,
    })
    if (agreed) await resend.run({ platform_id, direction, id })
  }
  const columns: Column<Letter>[] = [
    { key: 'at', title: t.at, width: 165, cell: (row) => <When at={row.at} /> },
    { key: 'platform_name', title: t.platform, width: 150 },
    {
      key: 'direction',
      title: t.direction,
      width: 190,
      cell: ({ direction }) => (direction === 'command' ? t.command : t.event),
    },
    { key: 'name', title: t.name, width: 180 },
    { key: 'key', title: t.key, width: 250, copy: true },
    {
      key: 'state',
      title: t.state,
      width: 150,
      cell: ({ state }) => <StatusTag tone="bad">{t.states[state] ?? state}</StatusTag>,
    },
    { key: 'attempts', title: t.attempts, width: 100 },
    {
      key: 'reason',
      title: t.reason,
      width: 320,
      cell: ({ reason }) => <span title={reason}>{reason}</span>,
    },
  ]
  return (
    <>
      <ListPage
        source={link.deadLetters}
        columns={columns}
        rowKey={({ direction, platform_id, id }) => `${direction}:${platform_id}:${id}`}
        filters={[{ type: 'multiSelect', name: 'platform_id', label: t.platform, options }]}
        everyMs={pollMs}
        empty={t.empty}
        openRow={setShown}
        actionsWidth={190}
        rowActions={(row) => [
          { key: 'show', label: t.show, run: () => setShown(row) },
          ...(may(link.resend)
            ? [
                {
                  key: 'again',
                  label: row.direction === 'command' ? t.resend : t.reprocess,
                  run: () => again(row),
                },
              ]
            : []),
        ]}
      />
      <Body letter={shown} close={() => setShown(undefined)} />
    </>
  )
}

/** The body word for word, as text. */
function Body({ letter, close }: { letter: Letter | undefined; close: () => void }) {
  const t = useText(linkWords)
  const kit = useText(kitWords)
  const copy = useCopy()
  const text = prettyJson(letter?.body ?? '')
  return (
    <PageModal
      open={letter !== undefined}
      title={letter ? `${t.body} · ${letter.name}` : t.body}
      width="min(820px, 96vw)"
      footer={null}
      onCancel={close}
    >
      {letter?.reason && <p className="pb-loss">{letter.reason}</p>}
      <pre className="pb-letter">{text}</pre>
      <Button icon={<CopyOutlined />} onClick={() => void copy(text)}>
        {kit.copy}
      </Button>
    </PageModal>
  )
}

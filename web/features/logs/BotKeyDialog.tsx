import { KeyOutlined, StopOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { logs } from '../../../contract/logs.ts'
import { attempt } from '../../kit/api.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { kitWords } from '../../kit/kit-text.ts'
import { useMay } from '../../kit/may.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { useAct, useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { ask } from '../../kit/toast.ts'
import { When } from '../../kit/When.tsx'
import { logWords } from './words.ts'

/** The key the chat bot signs with: made here, shown once, withdrawn here. */
export function BotKeyDialog({ open, close }: { open: boolean; close: () => void }) {
  const t = useText(logWords)
  return (
    <PageModal open={open} title={t.key} width="min(620px, 96vw)" footer={null} onCancel={close}>
      {open && <Content />}
    </PageModal>
  )
}

function Content() {
  const t = useText(logWords)
  const kit = useText(kitWords)
  const may = useMay()
  const { data: key } = useCall(logs.botKey, {}, { staleMs: 0 })
  const make = useAct(logs.botKeyMake, { refreshes: [logs.botKey] })
  const withdraw = useAct(logs.botKeyDel, { done: t.keyDeleted, refreshes: [logs.botKey] })
  const [made, setMade] = useState<ResultOf<typeof logs.botKeyMake>>()
  const has = Boolean(key?.key_id)

  const renew = async () => {
    const agreed =
      !has ||
      (await ask({ title: t.keyRenewAsk, content: t.keyRenewText, ok: t.keyRenew, cancel: kit.cancel }))
    if (agreed) setMade(await make.run({}))
  }
  const end = async () => {
    const agreed = await ask({
      title: t.keyDelAsk,
      content: t.keyDelText,
      ok: t.keyDel,
      cancel: kit.cancel,
      danger: true,
    })
    if (!agreed) return
    await withdraw.run({})
    setMade(undefined)
  }
  return (
    <>
      <p className="pb-log-note">{has ? t.keyHint : t.keyNone}</p>
      {key && has && (
        <dl className="pb-log-facts">
          <dt>{t.keyId}</dt>
          <dd>
            <CopyText text={key.key_id} />
          </dd>
          <dt>{t.keyMadeBy}</dt>
          <dd>{key.made_by}</dd>
          <dt>{t.keyMadeAt}</dt>
          <dd>
            <When at={key.made_at} />
          </dd>
          <dt>{t.keyUsed}</dt>
          <dd>{key.last_used ? <When at={key.last_used} /> : t.keyNeverUsed}</dd>
        </dl>
      )}
      {made && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={t.keyOnce}
          description={
            <code className="pb-log-secret">
              <CopyText text={made.secret} />
            </code>
          }
        />
      )}
      {key?.former_until && <p className="pb-log-note">{t.keyFormer(key.former_until)}</p>}
      <div className="pb-log-buttons">
        {may(logs.botKeyMake) && (
          <Button
            type="primary"
            icon={<KeyOutlined />}
            loading={make.running}
            onClick={() => void attempt(renew)}
          >
            {has ? t.keyRenew : t.keyMake}
          </Button>
        )}
        {may(logs.botKeyDel) && has && (
          <Button danger icon={<StopOutlined />} loading={withdraw.running} onClick={() => void attempt(end)}>
            {t.keyDel}
          </Button>
        )}
      </div>
    </>
  )
}

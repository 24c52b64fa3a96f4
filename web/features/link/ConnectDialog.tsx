import './link.css'
import { KeyOutlined, SyncOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { link } from '../../../contract/link.ts'
import { platforms } from '../../../contract/platforms.ts'
import { attempt } from '../../kit/api.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { kitWords } from '../../kit/kit-text.ts'
import { useMay } from '../../kit/may.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { useAct, useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { ask } from '../../kit/toast.ts'
import { When } from '../../kit/When.tsx'
import { Finding } from './Finding.tsx'
import { linkWords } from './words.ts'

interface ConnectDialogProps {
  platform: { id: number; name: string; apiUrl: string | undefined } | undefined
  close: () => void
}

type Tested = ResultOf<typeof link.test>
type Made = ResultOf<typeof link.secret>

/** Everything it takes to link a platform: what to give to its people, a secret, and a test in words. */
export function ConnectDialog({ platform, close }: ConnectDialogProps) {
  const t = useText(linkWords)
  return (
    <PageModal
      open={platform !== undefined}
      title={platform ? t.connectTitle(platform.name) : ''}
      width="min(720px, 96vw)"
      footer={null}
      mask={{ closable: false }}
      onCancel={close}
    >
      {platform && <Steps key={platform.id} platform={platform} />}
    </PageModal>
  )
}

const pollMs = 4_000

function Steps({ platform: { id, apiUrl } }: { platform: NonNullable<ConnectDialogProps['platform']> }) {
  const t = useText(linkWords)
  const kit = useText(kitWords)
  const may = useMay()
  const [made, setMade] = useState<Made>()
  const [tested, setTested] = useState<Tested>()
  const { data } = useCall(
    link.health,
    { platform_id: [id] },
    { silent: true, everyMs: pollMs, enabled: may(link.health) },
  )
  const health = data?.list[0]
  const refreshes = [link.health, platforms.platformList]
  const secret = useAct(link.secret, { refreshes })
  const test = useAct(link.test, { refreshes: [link.health] })
  const mayTest = may(link.test)
  const linked = health ? health.commands.finding !== 'noSecret' : false

  const tryOut = async () => setTested(await test.run({ platformId: id }))
  const first = useEffectEvent(() => {
    if (mayTest && !tested) void attempt(tryOut)
  })
  useEffect(() => first(), [])
  const make = async () => {
    const agreed =
      !linked ||
      (await ask({ title: t.secretAsk, content: t.secretAskText, ok: t.secretNew, cancel: kit.cancel }))
    if (!agreed) return
    setMade(await secret.run({ platformId: id }))
    if (mayTest) await tryOut()
  }
  return (
    <div className="pb-connect">
      <Step title={t.stepGive} hint={t.stepGiveHint}>
        <Fact label={t.number}>
          <CopyText text={String(id)} />
        </Fact>
        <Fact label={t.baseAddress}>
          <CopyText text={window.location.origin} />
        </Fact>
        <Fact label={t.eventsAddress}>
          <CopyText text={`${window.location.origin}/link/v1/events`} />
        </Fact>
        {apiUrl !== undefined && (
          <Fact label={t.apiAddress}>
            {apiUrl ? <CopyText text={apiUrl} /> : <span className="pb-quiet">{t.apiAddressMissing}</span>}
          </Fact>
        )}
      </Step>
      <Step title={t.stepSecret} hint={t.stepSecretHint}>
        {made && (
          <Alert
            type="warning"
            showIcon
            role="status"
            title={t.secretOnce}
            description={
              <>
                <code className="pb-secret">
                  <CopyText text={made.secret} />
                </code>
                {made.oldSecretUntil && <p className="pb-connect-note">{t.oldUntil(made.oldSecretUntil)}</p>}
              </>
            }
          />
        )}
        {!made && health?.oldSecretUntil && <p className="pb-quiet">{t.oldUntil(health.oldSecretUntil)}</p>}
        {may(link.secret) && (
          <Button icon={<KeyOutlined />} loading={secret.running} onClick={() => void attempt(make)}>
            {linked ? t.secretNew : t.secretFirst}
          </Button>
        )}
      </Step>
      <Step title={t.stepTest} hint={t.stepTestHint}>
        <div aria-live="polite">
          <Fact label={t.toPlatform}>
            {test.running ? (
              <span className="pb-quiet">{t.testing}</span>
            ) : tested ? (
              <Finding direction={tested.commands} full />
            ) : health ? (
              <Finding direction={health.commands} full />
            ) : null}
            {tested?.commands.ok && !test.running && (
              <span className="pb-quiet">{t.took(tested.took ?? 0, tested.clockAhead ?? 0)}</span>
            )}
          </Fact>
          <Fact label={t.fromPlatform}>
            {health ? (
              <Finding direction={health.events} full />
            ) : (
              tested && <Finding direction={tested.events} full />
            )}
            {health?.last_event && (
              <span className="pb-quiet">
                {t.lastEvent} <When at={health.last_event} />
              </span>
            )}
          </Fact>
        </div>
        {mayTest && (
          <Button
            type="primary"
            icon={<SyncOutlined />}
            loading={test.running}
            onClick={() => void attempt(tryOut)}
          >
            {t.test}
          </Button>
        )}
      </Step>
    </div>
  )
}

function Step({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="pb-connect-step">
      <h3>{title}</h3>
      <p className="pb-quiet">{hint}</p>
      {children}
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="pb-connect-fact">
    <span className="pb-connect-label">{label}</span>
    <span className="pb-connect-value">{children}</span>
  </div>
)

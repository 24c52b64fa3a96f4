import './alerts.css'
import { Alert, Button, Switch, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useState } from 'react'
import { features } from '../../../contract/index.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { useMay } from '../../kit/may.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { useAccount } from '../../kit/session.ts'
import { type AlertSettings as Settings, write } from '../../kit/storage.ts'
import { useStored } from '../../kit/stored.ts'
import { useText } from '../../kit/text.ts'
import { usualAlerts } from './quiet.ts'
import { chime, mayNotify, notify } from './speaker.ts'
import { alertWords } from './words.ts'

const format = 'HH:mm'

/** What this browser tells, how, and when it does not. Each change counts at once. */
export function AlertSettings({ close }: { close: () => void }) {
  const t = useText(alertWords)
  const may = useMay()
  const staff = useAccount()?.kind === kind.staff
  const settings = useStored('alerts') ?? usualAlerts
  const [permission, setPermission] = useState(mayNotify)
  const set = (change: Partial<Settings>) => write('alerts', { ...settings, ...change })
  const { about, quiet } = settings
  const wantDesktop = async (on: boolean) => {
    const given = on && permission === 'default' ? await Notification.requestPermission() : permission
    setPermission(given)
    set({ desktop: on && given === 'granted' })
  }
  const reviews = staff && may(features.withdrawals.list)
  const settles = staff && may(features.settlement.orders)
  const kinds = [
    ...(reviews ? (['orders'] as const) : []),
    ...(settles || !staff ? (['settlements'] as const) : []),
    ...(settles ? (['late'] as const) : []),
  ]
  const attempt = () => {
    if (settings.sound) chime()
    if (settings.desktop) notify({ name: 'try', title: t.title, text: t.tryText, open: () => {} })
  }
  return (
    <PageModal
      open
      title={t.title}
      width={460}
      onCancel={close}
      footer={
        <Button disabled={!settings.sound && !settings.desktop} onClick={attempt}>
          {t.try}
        </Button>
      }
    >
      <div className="pb-alerts">
        <p className="pb-note">{t.note}</p>
        <h3>{t.how}</h3>
        <Line label={t.desktop}>
          <Switch
            aria-label={t.desktop}
            checked={settings.desktop && permission === 'granted'}
            disabled={permission === 'missing'}
            onChange={(on) => void wantDesktop(on)}
          />
        </Line>
        {permission === 'denied' && <Alert type="warning" showIcon title={t.desktopBlocked} />}
        {permission === 'missing' && <p className="pb-note">{t.desktopMissing}</p>}
        <Line label={t.sound}>
          <Switch
            aria-label={t.sound}
            checked={settings.sound}
            onChange={(sound) => {
              set({ sound })
              if (sound) chime()
            }}
          />
        </Line>
        {kinds.length > 0 && <h3>{t.about}</h3>}
        {kinds.map((name) => (
          <Line key={name} label={t[name]}>
            <Switch
              aria-label={t[name]}
              checked={about[name]}
              onChange={(on) => set({ about: { ...about, [name]: on } })}
            />
          </Line>
        ))}
        <h3>{t.quiet}</h3>
        <Line label={t.quietHours}>
          <Switch
            aria-label={t.quiet}
            checked={quiet.on}
            onChange={(on) => set({ quiet: { ...quiet, on } })}
          />
        </Line>
        {quiet.on && (
          <TimePicker.RangePicker
            aria-label={t.quietHours}
            format={format}
            order={false}
            allowClear={false}
            needConfirm={false}
            value={[dayjs(quiet.from, format), dayjs(quiet.to, format)]}
            onChange={(range) => {
              const [from, to] = range ?? []
              if (from && to) set({ quiet: { on: true, from: from.format(format), to: to.format(format) } })
            }}
          />
        )}
      </div>
    </PageModal>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="pb-alerts-line">
      <span>{label}</span>
      {children}
    </div>
  )
}

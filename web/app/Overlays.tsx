import { lazy, Suspense } from 'react'
import { useKeys } from '../kit/keys.ts'
import type { MenuGroup } from '../kit/menu-groups.ts'
import { useStored } from '../kit/stored.ts'
import { SessionsDialog } from '../routes.tsx'
import type { Overlay } from './overlay.ts'
import type { Tabs } from './use-tabs.ts'

const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).Palette }))
const AlertSettings = lazy(async () => ({
  default: (await import('./alerts/AlertSettings.tsx')).AlertSettings,
}))
const Alerts = lazy(async () => ({ default: (await import('./alerts/Alerts.tsx')).Alerts }))
const Help = lazy(async () => ({ default: (await import('./palette/Help.tsx')).Help }))

interface OverlaysProps {
  shown: Overlay | undefined
  show: (overlay: Overlay | undefined) => void
  tabs: Tabs
  groups: readonly MenuGroup[]
}

/** The palette, the help and the account's dialogs; their code comes when they are first wanted. */
export function Overlays({ shown, show, tabs, groups }: OverlaysProps) {
  useKeys(
    {
      'ctrl+k': () => show('palette'),
      '?': () => show('help'),
      '/': focusSearch,
    },
    { last: true },
  )
  const alerts = useStored('alerts')
  const close = () => show(undefined)
  return (
    <>
      {/* Apart from what is opened: a dialog whose code is on its way must not interrupt it. */}
      <Suspense>{(alerts?.desktop || alerts?.sound) && <Alerts go={tabs.go} />}</Suspense>
      <Suspense>
        {shown === 'palette' && <Palette tabs={tabs} groups={groups} show={show} close={close} />}
        {shown === 'help' && <Help close={close} />}
        {shown === 'alerts' && <AlertSettings close={close} />}
        {shown === 'sessions' && <SessionsDialog close={close} />}
      </Suspense>
    </>
  )
}

/** The first field of the search bar that is looked at. */
function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLElement>('.pb-search input, .pb-search textarea')
  Array.from(fields)
    .find((field) => field.checkVisibility())
    ?.focus()
}

import { lazy, Suspense } from 'react'
import { useKeys } from '../kit/keys.ts'
import type { MenuGroup } from '../kit/menu-groups.ts'
import { SessionsDialog } from '../routes.tsx'
import type { Overlay } from './overlay.ts'
import type { Tabs } from './use-tabs.ts'

const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).Palette }))
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
  const close = () => show(undefined)
  return (
    <Suspense>
      {shown === 'palette' && <Palette tabs={tabs} groups={groups} show={show} close={close} />}
      {shown === 'help' && <Help close={close} />}
      {shown === 'sessions' && <SessionsDialog close={close} />}
    </Suspense>
  )
}

/** The first field of the search bar that is looked at. */
function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLElement>('.pb-search input, .pb-search textarea')
  Array.from(fields)
    .find((field) => field.checkVisibility())
    ?.focus()
}

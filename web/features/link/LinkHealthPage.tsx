import './link.css'
import { Button } from 'antd'
import { type ComponentType, useState } from 'react'
import type * as z from 'zod'
import { type LinkHealth, link } from '../../../contract/link.ts'
import { figure } from '../../kit/figures.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Column } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { usePage } from '../../kit/page.tsx'
import { useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { Finding } from './Finding.tsx'
import { usePlatformOptions } from './platform-options.ts'
import { linkWords } from './words.ts'

type Row = z.output<typeof LinkHealth>

const pollMs = 10_000

/** Every platform's link at a glance, troubled ones first. */
export const LinkHealthPage: ComponentType = () => {
  const t = useText(linkWords)
  const may = useMay()
  const { go } = usePage()
  const options = usePlatformOptions()
  const [chosen, setChosen] = useState<Row>()
  const mayConnect = may(link.test) || may(link.secret)
  const columns: Column<Row>[] = [
    {
      key: 'platform_name',
      title: t.platform,
      width: 140,
      cell: (row) => (
        <>
          {row.platform_name} <span className="pb-quiet">#{row.platform_id}</span>
        </>
      ),
    },
    {
      key: 'commands',
      title: t.toPlatform,
      hint: t.toPlatformHint,
      width: 130,
      cell: (row) => <Finding direction={row.commands} />,
    },
    {
      key: 'events',
      title: t.fromPlatform,
      hint: t.fromPlatformHint,
      width: 130,
      cell: (row) => <Finding direction={row.events} />,
    },
    { key: 'last_event', title: t.lastEvent, width: 155, cell: (row) => <When at={row.last_event} /> },
    { key: 'last_answer', title: t.lastAnswer, width: 155, cell: (row) => <When at={row.last_answer} /> },
    { key: 'eventsPerMinute', title: t.perMinute, hint: t.perMinuteHint, width: 95 },
    {
      key: 'eventDelay',
      title: t.delay,
      hint: t.delayHint,
      width: 95,
      align: 'right',
      cell: ({ eventDelay }) => <span className="pb-figure">{t.seconds(eventDelay)}</span>,
    },
    {
      key: 'waiting',
      title: t.waiting,
      hint: t.waitingHint,
      width: 115,
      align: 'right',
      cell: ({ waiting, waitingFor }) => (
        <span className="pb-figure">
          {figure(waiting, 'count')}
          {waiting > 0 && <span className="pb-quiet"> · {t.since(waitingFor)}</span>}
        </span>
      ),
    },
    {
      key: 'dead',
      title: t.deadLetters,
      width: 100,
      align: 'right',
      cell: ({ dead, platform_id: id }) =>
        dead > 0 && may(link.deadLetters) ? (
          <Button
            type="link"
            danger
            size="small"
            onClick={() => go(`${link.deadLetters.path}?platform_id=${id}`)}
          >
            {figure(dead, 'count')}
          </Button>
        ) : (
          <span className={dead > 0 ? 'pb-loss pb-figure' : 'pb-figure'}>{figure(dead, 'count')}</span>
        ),
    },
  ]
  return (
    <>
      <ListPage
        source={link.health}
        columns={columns}
        rowKey={({ platform_id }) => String(platform_id)}
        filters={[{ type: 'multiSelect', name: 'platform_id', label: t.platform, options }]}
        limit={100}
        everyMs={pollMs}
        empty={t.noPlatforms}
        rowTone={({ commands, events }) => (commands.ok && events.ok ? '' : 'warn')}
        {...(mayConnect
          ? {
              actionsWidth: 90,
              openRow: setChosen,
              rowActions: (row: Row) => [{ key: 'connect', label: t.connect, run: () => setChosen(row) }],
            }
          : {})}
      />
      <ConnectDialog
        platform={chosen && { id: chosen.platform_id, name: chosen.platform_name, apiUrl: undefined }}
        close={() => setChosen(undefined)}
      />
    </>
  )
}

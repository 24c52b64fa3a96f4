import './logs.css'
import { KeyOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { text } from '../../../contract/kit/language.ts'
import { botActions, logs } from '../../../contract/logs.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { QuickRanges } from '../../kit/list/QuickRanges.tsx'
import { dayValues } from '../../kit/list/ranges.ts'
import type { Column, RowOf } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { useSay, useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import { BotKeyDialog } from './BotKeyDialog.tsx'
import { LoggedText } from './LoggedText.tsx'
import { logWords } from './words.ts'

type Row = RowOf<typeof logs.channelBotLog>
const plain = (word: string) => text(word, word)
type Opened = { row: Row; part: 'command' | 'response' }

/** What the chat bot did for the channels and everybody below them. */
export const ChannelBotLogPage = () => <BotLog source={logs.channelBotLog} />
/** The same for those below the channels. */
export const SubChannelBotLogPage = () => <BotLog source={logs.subChannelBotLog} />

function BotLog({ source }: { source: typeof logs.channelBotLog }) {
  const t = useText(logWords)
  const may = useMay()
  const say = useSay()
  const [opened, setOpened] = useState<Opened>()
  const [keyOpen, setKeyOpen] = useState(false)
  const columns: Column<Row>[] = [
    { key: 'id', title: t.id, width: 84 },
    { key: 'username', title: t.operator, width: 130 },
    { key: 'platname', title: t.platform, width: 120 },
    { key: 'channel_name', title: t.channelName, width: 130 },
    { key: 'channel_account', title: t.channelAccount, width: 130 },
    {
      key: 'action',
      title: t.action,
      width: 130,
      cell: ({ action }) => say(botActions[action as keyof typeof botActions] ?? plain(action)),
    },
    { key: 'chat_id', title: t.chatId, width: 165, copy: true },
    { key: 'target_telegram_id', title: t.targetId, width: 150, copy: true },
    { key: 'target_telegram_username', title: t.targetName, width: 160 },
    { key: 'action_telegram_id', title: t.actorId, width: 150, copy: true },
    { key: 'action_telegram_username', title: t.actorName, width: 160 },
    { key: 'update_time', title: t.updated, width: 165, cell: (row) => <When at={row.update_time} /> },
    { key: 'role_id', title: t.playerId, width: 130, copy: true },
  ]
  return (
    <>
      <ListPage
        source={source}
        columns={columns}
        rowKey={({ id }) => String(id)}
        defaults={dayValues('last30', ['start', 'end'])}
        filters={(data) => {
          const known = data?.configs.telegram_bot_log_type ?? {}
          return [
            {
              type: 'select',
              name: 'action',
              label: t.action,
              options: Object.entries(known).map(([value, label]) => ({ value, label })),
            },
            { type: 'input', name: 'role_id', label: t.playerId },
            { type: 'input', name: 'chat_id', label: t.chatId },
            { type: 'input', name: 'username', label: t.operator },
            { type: 'input', name: 'platname', label: t.platform },
            { type: 'input', name: 'channel_account', label: t.channelAccount },
            { type: 'input', name: 'channel_name', label: t.channelName },
            { type: 'daterange', names: ['start', 'end'], label: t.days },
          ]
        }}
        extra={() => <QuickRanges names={['start', 'end']} usual="last30" />}
        actions={
          may(logs.botKey)
            ? [{ key: 'key', label: t.key, icon: <KeyOutlined />, run: () => setKeyOpen(true) }]
            : []
        }
        rowActions={(row) => [
          { key: 'command', label: t.command, run: () => setOpened({ row, part: 'command' }) },
          { key: 'response', label: t.reply, run: () => setOpened({ row, part: 'response' }) },
        ]}
      />
      <PageModal
        open={opened !== undefined}
        title={`${t.id} ${opened?.row.id ?? ''}`}
        width="min(680px, 96vw)"
        footer={null}
        onCancel={() => setOpened(undefined)}
      >
        {opened && (
          <LoggedText
            title={opened.part === 'command' ? t.commandText : t.replyText}
            text={opened.row[opened.part] || t.nothingSaid}
          />
        )}
      </PageModal>
      <BotKeyDialog open={keyOpen} close={() => setKeyOpen(false)} />
    </>
  )
}

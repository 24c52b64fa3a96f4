import './settlement.css'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { settlement } from '../../../contract/settlement.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { TotalsBar } from '../../kit/list/totals.tsx'
import type { Column } from '../../kit/list/types.ts'
import { Money } from '../../kit/Money.tsx'
import { PageModal } from '../../kit/PageModal.tsx'
import { StatusTag, type Tone } from '../../kit/StatusTag.tsx'
import { type Texts, useText } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import type { zh } from './text.zh.ts'
import { settlementWords } from './words.ts'

type Log = ResultOf<typeof settlement.settleLog>
type Row = Log['list'][number]

const tones: Readonly<Record<Row['source'], Tone>> = {
  order: 'good',
  manual: 'info',
  pending: 'waiting',
  refused: 'bad',
}

const columnsOf = (t: Texts<typeof zh>): Column<Row>[] => [
  { key: 'platform_id', title: 'ID', width: 70, total: false },
  { key: 'platform_name', title: t.log.platform, width: 130 },
  { key: 'amount', title: t.log.amount, width: 130, signed: true },
  { key: 'create_time', title: t.log.create_time, width: 168, cell: (row) => <When at={row.create_time} /> },
  {
    key: 'source',
    title: t.log.source,
    width: 150,
    cell: (row) => (
      <StatusTag tone={tones[row.source]}>
        {t.sources[row.source]}
        {row.order_id === null ? '' : ` #${row.order_id}`}
      </StatusTag>
    ),
  },
  {
    key: '_range',
    title: t.log.range,
    width: 190,
    cell: (row) => (row.from_day === row.to_day ? row.from_day : `${row.from_day} – ${row.to_day}`),
  },
  { key: 'create_username', title: t.log.by, width: 120 },
]

const green = ['DWdiff', 'RealProfit', 'UnSettleAmount']

/** What was settled of an account, or the rows of one order, with the figures of the account since launch. */
export function SettleLogDialog({
  username,
  orderId,
  close,
}: {
  username: string | undefined
  orderId?: number | undefined
  close: () => void
}) {
  const t = useText(settlementWords)
  const sums = Object.entries(t.sums) as [keyof Log['summary'], string][]
  return (
    <PageModal
      open={username !== undefined}
      title={t.logOf(orderId === undefined ? (username ?? '') : `${username} #${orderId}`)}
      width="min(1080px, 96vw)"
      footer={null}
      onCancel={close}
    >
      {username !== undefined && (
        <div className="pb-dialog-list">
          <ListPage
            source={settlement.settleLog}
            params={{ username, ...(orderId === undefined ? {} : { order_id: orderId }) }}
            columns={columnsOf(t)}
            rowKey={(row) => row.id}
            filters={(data) => [
              {
                type: 'select',
                name: 'platform_id',
                label: t.log.platform,
                options: (data?.configs.platformList ?? []).map(({ id, name }) => ({
                  value: id,
                  label: name,
                })),
                immediate: true,
              },
            ]}
            summary={(log) => (
              <TotalsBar
                items={sums.map(([key, label]) => ({
                  label,
                  value: <Money plain={log?.summary[key]} signed={green.includes(key)} />,
                }))}
              />
            )}
            inUrl={false}
            empty={t.logNone}
          />
        </div>
      )}
    </PageModal>
  )
}

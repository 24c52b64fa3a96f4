import { Table } from 'antd'
import { reports } from '../../../contract/reports.ts'
import { call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { refresh, useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { When } from '../../kit/When.tsx'
import { callOf, pagePaths, type ReportGrain, type Row } from './definitions.ts'
import { reportWords } from './words.ts'

interface Entered {
  amount?: string
  remark?: string
}

const levels = Object.entries(pagePaths) as [keyof typeof pagePaths, object][]
const everyReport = levels.flatMap(([level, pages]) =>
  (Object.keys(pages) as (ReportGrain | 'live')[]).flatMap((grain) =>
    grain === 'live' ? [] : [callOf(level, grain)],
  ),
)

/** Finance enters what the vendors really charged for a day of an account, or takes it back. */
export function ApiFeeDialog({ row, day, close }: { row: Row; day: string | undefined; close: () => void }) {
  const t = useText(reportWords)
  const submit = async ({ amount = '', remark = '' }: Entered) => {
    const fee = amount.trim()
    const { booked_day: booked } = await call(
      reports.apiFeeSet,
      {
        platform_id: row.platform_id,
        account_id: row.account_id,
        day: day ?? '',
        ...(fee ? { amount: fee } : {}),
        remark,
      },
      { silent: true },
    )
    toast.success(t.feeBooked(booked))
    await Promise.all([reports.explain, reports.apiFees, ...everyReport].map((one) => refresh(one)))
  }
  return (
    <FormDialog<Entered>
      open={day !== undefined}
      title={t.enterFeeOf(row.channel_account, day ?? '')}
      note={<p className="pb-note">{t.enterFeeNote}</p>}
      initial={{}}
      fields={[
        {
          type: 'input',
          name: 'amount',
          label: t.feeAmount,
          numeric: true,
          max: 16,
          check: (value) =>
            /^(\d{1,12}(\.\d{1,3})?)?$/.test(String(value ?? '').trim()) ? undefined : t.feeWrong,
        },
        { type: 'textare', name: 'remark', label: t.feeRemark, max: 200, rows: 2 },
      ]}
      submit={submit}
      close={close}
    />
  )
}

/** What was entered by hand for an account on a platform, newest first. */
export function EnteredFees({ row }: { row: Row }) {
  const t = useText(reportWords)
  const { data } = useCall(
    reports.apiFees,
    { platform_id: row.platform_id, account_id: row.account_id, limit: 50 },
    { silent: true, staleMs: 0 },
  )
  if (!data || data.list.length === 0) return null
  return (
    <>
      <h4>{t.fees}</h4>
      <Table
        size="small"
        rowKey={(fee) => `${fee.day} ${fee.create_time} ${fee.amount}`}
        dataSource={data.list}
        pagination={false}
        columns={[
          { title: t.originDay, dataIndex: 'day' },
          { title: t.bookedDay, dataIndex: 'booked_day' },
          {
            title: t.feeAmount,
            dataIndex: 'amount',
            align: 'right',
            render: (amount: number | null) =>
              amount === null ? <span className="pb-quiet">{t.feeBack}</span> : <Money plain={amount} />,
          },
          { title: t.feeRemark, dataIndex: 'remark' },
          { title: t.feeBy, dataIndex: 'create_username' },
          { title: t.at, dataIndex: 'create_time', render: (at: string) => <When at={at} /> },
        ]}
      />
    </>
  )
}

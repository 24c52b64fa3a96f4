import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type * as z from 'zod'
import { type SettlementRate, settlementRates as s } from '../../../contract/settlement-rates.ts'
import { call } from '../../kit/api.ts'
import { figure } from '../../kit/figures.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { Field } from '../../kit/form/types.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { dayValues } from '../../kit/list/ranges.ts'
import type { Column, RowAction } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { refresh, useAct } from '../../kit/query.ts'
import { today } from '../../kit/region.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { rateWords } from './words.ts'

type Row = z.output<typeof SettlementRate>

interface Entered {
  date: string
  rate: string
  remark?: string
}

const refreshes = [s.list, s.today]

/** A rate as people of the region write it. */
const written = (rate: string): string => figure(rate, 'plain', 4)

/** Settlement rates by day: what a U costs, and what waits for a second person. */
export function RatesTab() {
  const t = useText(rateWords)
  const may = useMay()
  const [edited, setEdited] = useState<Row | 'new'>()
  const rowActions = useRateActions(setEdited)
  const columns: Column<Row>[] = [
    { key: 'date', title: t.date, width: 130 },
    {
      key: 'rate',
      title: t.rate,
      hint: t.rateHint,
      width: 130,
      align: 'right',
      cell: ({ rate }) => <span className="pb-figure">{written(rate)}</span>,
    },
    {
      key: '_state',
      title: t.state,
      width: 280,
      cell: (row) =>
        row.pending_rate ? (
          <StatusTag tone="waiting">
            {t.pendingNote(written(row.pending_rate), written(row.usual_rate))}
          </StatusTag>
        ) : (
          <StatusTag
            tone="good"
            {...(row.confirm_username ? { title: t.confirmedBy(row.confirm_username) } : {})}
          >
            {t.counts}
          </StatusTag>
        ),
    },
    { key: 'remark', title: t.remark, width: 240 },
    { key: 'create_username', title: t.by, width: 130 },
  ]
  const fields: Field<Entered>[] = [
    { type: 'date', name: 'date', label: t.date, required: true, missing: t.dateMissing },
    {
      type: 'input',
      name: 'rate',
      label: t.rate,
      required: true,
      missing: t.rateMissing,
      numeric: true,
      max: 12,
      hint: t.rateHint,
      check: (value) =>
        /^\d{1,7}(\.\d{1,4})?$/.test(String(value ?? '').trim()) && Number(value) > 0
          ? undefined
          : t.rateWrong,
    },
    { type: 'textare', name: 'remark', label: t.remark, max: 200, rows: 3 },
  ]
  return (
    <>
      <ListPage
        source={s.list}
        silent
        prefix="r."
        columns={columns}
        rowKey={({ id }) => String(id)}
        defaults={dayValues('last7', ['start_date', 'end_date'])}
        filters={[{ type: 'daterange', names: ['start_date', 'end_date'], label: t.dates }]}
        rowTone={(row) => (row.pending_rate ? 'warn' : '')}
        actions={
          may(s.add)
            ? [
                {
                  key: 'add',
                  label: t.add,
                  primary: true,
                  icon: <PlusOutlined />,
                  run: () => setEdited('new'),
                },
              ]
            : []
        }
        {...(may(s.edit) || may(s.del) || may(s.confirm) ? { rowActions } : {})}
      />
      <FormDialog<Entered>
        open={edited !== undefined}
        title={edited === 'new' ? t.add : t.editTitle}
        initial={
          edited && edited !== 'new'
            ? { date: edited.date, rate: edited.pending_rate || edited.rate, remark: edited.remark }
            : { date: today() }
        }
        fields={fields}
        close={() => setEdited(undefined)}
        submit={async (values) => {
          const answer =
            edited && edited !== 'new'
              ? await call(s.edit, { id: edited.id, ...values }, { silent: true })
              : await call(s.add, values, { silent: true })
          if (answer.pending) toast.warning(t.nowPending)
          else toast.success(edited === 'new' ? t.added : t.saved)
          await Promise.all(refreshes.map(refresh))
        }}
      />
    </>
  )
}

/** What can be done with a rate: confirming is offered to everybody who may, and says why its author cannot. */
function useRateActions(edit: (row: Row) => void): (row: Row) => RowAction[] {
  const t = useText(rateWords)
  const kit = useText(kitWords)
  const may = useMay()
  const remove = useAct(s.del, { done: t.deleted, refreshes })
  const decide = useAct(s.confirm, { refreshes })
  const removeAsked = async ({ id, date }: Row) => {
    const sure = { title: t.removeAsk(date), content: t.removeText, ok: t.remove, cancel: kit.cancel }
    if (await ask({ ...sure, danger: true })) await remove.run({ id })
  }
  const confirmAsked = async ({ id, date, pending_rate: rate, usual_rate: usual }: Row) => {
    const question = { title: t.confirmTitle(date), content: t.confirmText(written(rate), written(usual)) }
    if (!(await ask({ ...question, ok: t.confirmOk, cancel: kit.cancel }))) return
    await decide.run({ id, rate, agree: 1 })
    toast.success(t.confirmed)
  }
  const takeBackAsked = async ({ id, pending_rate: rate }: Row) => {
    if (
      !(await ask({ title: t.takeBackAsk(written(rate)), ok: t.takeBack, cancel: kit.cancel, danger: true }))
    )
      return
    await decide.run({ id, rate, agree: 0 })
    toast.success(t.takenBack)
  }
  return (row) => [
    ...(row.pending_rate && may(s.confirm)
      ? [
          {
            key: 'confirm',
            label: t.confirm,
            disabled: row.own === 1 && t.ownConfirm,
            run: () => confirmAsked(row),
          },
          { key: 'takeBack', label: t.takeBack, run: () => takeBackAsked(row) },
        ]
      : []),
    ...(may(s.edit) ? [{ key: 'edit', label: t.edit, run: () => edit(row) }] : []),
    ...(may(s.del) ? [{ key: 'del', label: t.remove, danger: true, run: () => removeAsked(row) }] : []),
  ]
}

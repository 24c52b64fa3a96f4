import { InputNumber } from 'antd'
import { payways } from '../../../contract/payways.ts'
import { call } from '../../kit/api.ts'
import { figure } from '../../kit/figures.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { refresh } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import type { Configs } from './channels.ts'
import { Scroll } from './Scroll.tsx'
import { paywayWords } from './words.ts'

type Places = Record<string, number | null>
interface Order {
  updatedPaywayList: Places
}

interface OrderProps {
  open: boolean
  configs: Configs | undefined
  close: () => void
}

const placesOf = (configs: Configs | undefined): Places =>
  Object.fromEntries((configs?.paywayList ?? []).map(({ ChannelCode, SortID }) => [ChannelCode, SortID]))

/** The group's order of channels; only places that were changed are saved. */
export function OrderDialog({ open, configs, close }: OrderProps) {
  const t = useText(paywayWords)
  return (
    <FormDialog<Order>
      open={open}
      title={t.priorities}
      width={620}
      initial={{ updatedPaywayList: placesOf(configs) }}
      fields={[
        {
          type: 'custom',
          name: 'updatedPaywayList',
          label: t.channels,
          hint: t.sortHint,
          check: (places) =>
            Object.values((places ?? {}) as Places).every(
              (place) => place === null || (Number.isInteger(place) && place >= 0),
            )
              ? undefined
              : t.sortWrong,
          control: () => <PlaceTable channels={configs?.paywayList ?? []} />,
        },
      ]}
      submit={async ({ updatedPaywayList }) => {
        const before = placesOf(configs)
        const changed = Object.entries(updatedPaywayList).flatMap(([ChannelCode, SortID]) =>
          SortID === null || SortID === before[ChannelCode] ? [] : [{ ChannelCode, SortID }],
        )
        if (changed.length === 0) return toast.info(t.nothingChanged)
        await call(payways.paywaySort, { updatedPaywayList: changed }, { silent: true })
        toast.success(t.saved)
        await refresh(payways.paywaySummary)
      }}
      close={close}
    />
  )
}

interface PlaceTableProps {
  channels: Configs['paywayList']
  id?: string
  value?: Places
  onChange?: (value: Places) => void
}

function PlaceTable({ channels, id, value = {}, onChange }: PlaceTableProps) {
  const t = useText(paywayWords)
  return (
    <Scroll label={t.priorities}>
      <table className="pb-way-table" {...(id ? { id } : {})}>
        <thead>
          <tr>
            <th scope="col">{t.code}</th>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.platformsWith}</th>
            <th scope="col">{t.sort}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map(({ ChannelCode, ChannelName, platforms, open }) => (
            <tr key={ChannelCode}>
              <td>{ChannelCode}</td>
              <td>{ChannelName}</td>
              <td className="pb-figure" title={t.openCountHint}>
                {figure(open, 'count')} / {figure(platforms, 'count')}
              </td>
              <td>
                <InputNumber
                  min={0}
                  max={2_147_483_647}
                  precision={0}
                  aria-label={t.sortOf(ChannelName)}
                  placeholder={t.sortNone}
                  value={value[ChannelCode] ?? null}
                  onChange={(place) => onChange?.({ ...value, [ChannelCode]: place })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

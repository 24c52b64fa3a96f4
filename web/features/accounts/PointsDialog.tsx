import { Alert, InputNumber, Space } from 'antd'
import type { accounts } from '../../../contract/accounts.ts'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { refresh } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import type { Rated } from './people.ts'
import { accountWords } from './words.ts'

type PointsCall = typeof accounts.channelOtherPointConfig
const names = ['game_passage_point', 'game_withdraw_point', 'game_dividend_point'] as const
type Points = Record<(typeof names)[number], number>

interface PointsProps {
  row: Rated | undefined
  save: PointsCall
  list: Endpoint
  close: () => void
}

/** The three rates of an account, as percent with one decimal. */
export function PointsDialog({ row, save, list, close }: PointsProps) {
  const t = useText(accountWords)
  return (
    <FormDialog<Points>
      open={row !== undefined}
      title={t.otherPointsOf(row?.username ?? '')}
      note={<Alert type="info" showIcon title={t.pointsNote} style={{ marginBottom: 14 }} />}
      initial={row ?? {}}
      fields={names.map((name) => ({
        type: 'custom' as const,
        name,
        label: t.points[name],
        required: true,
        missing: t.pointRange,
        check: (value: unknown) =>
          /^\d{1,3}(\.\d)?$/.test(String(value)) && Number(value) <= 100 ? undefined : t.pointRange,
        control: () => <PercentInput />,
      }))}
      submit={async (values) => {
        if (!row) return
        // The server takes percent and keeps tenths; the typed call passes what the form holds.
        const { warning } = await call(save, { id: row.id, ...values }, { silent: true })
        if (warning) toast.warning(warning)
        else toast.success(t.saved)
        await refresh(list)
      }}
      close={close}
    />
  )
}

interface PercentInputProps {
  id?: string
  value?: number
  onChange?: (value: number | null) => void
}

/** A percentage. What has too many decimals is not rounded in silence; the form says so. */
function PercentInput({ id, value, onChange }: PercentInputProps) {
  return (
    <Space.Compact block>
      <InputNumber<number>
        {...(id ? { id } : {})}
        value={value ?? null}
        min={0}
        max={100}
        step={0.1}
        style={{ width: '100%' }}
        onChange={(next) => onChange?.(next)}
      />
      <Space.Addon>%</Space.Addon>
    </Space.Compact>
  )
}

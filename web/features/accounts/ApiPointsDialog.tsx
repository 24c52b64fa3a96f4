import { Alert, Button, InputNumber, Space } from 'antd'
import { useState } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { attempt } from '../../kit/api.ts'
import { kitWords } from '../../kit/kit-text.ts'
import { DataTable } from '../../kit/list/DataTable.tsx'
import type { Column } from '../../kit/list/types.ts'
import { Percent } from '../../kit/Money.tsx'
import { useMay } from '../../kit/may.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { useAct, useCall } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { accountWords } from './words.ts'

type ApiPoint = ResultOf<typeof accounts.getGameApiPoints>['list'][number]

/** Whose points: a player id, or -1 for what counts where nobody set anything. */
export interface ApiPointOwner {
  RoleID: string
  name: string
}
export const templateOwner = '-1'

/** The share of each game API, as percent with one decimal; the wire has tenths of a percent. */
export function ApiPointsDialog({ owner, close }: { owner: ApiPointOwner | undefined; close: () => void }) {
  return owner ? <Points key={owner.RoleID} owner={owner} close={close} /> : null
}

function Points({ owner: { RoleID, name }, close }: { owner: ApiPointOwner; close: () => void }) {
  const t = useText(accountWords)
  const kit = useText(kitWords)
  const may = useMay()
  const query = useCall(accounts.getGameApiPoints, { RoleID }, { staleMs: 0 })
  const save = useAct(accounts.editGameApiPoint, { refreshes: [accounts.getGameApiPoints] })
  const [drafts, setDrafts] = useState<Readonly<Record<number, number>>>({})
  const writable = may(accounts.editGameApiPoint)
  const points = query.data?.list
  const pointOf = ({ ApiID, ApiPoint }: ApiPoint) => drafts[ApiID] ?? ApiPoint
  const changed = (points ?? []).filter((row) => pointOf(row) !== row.ApiPoint).length
  const leave = async () => {
    const lost = {
      title: kit.discardTitle,
      content: kit.discardText,
      ok: kit.discard,
      cancel: kit.keepEditing,
    }
    if (changed === 0 || (await ask({ ...lost, danger: true }))) close()
  }
  const clear = () => {
    setDrafts(Object.fromEntries((points ?? []).map(({ ApiID }) => [ApiID, 0])))
    toast.info(t.clearedAll)
  }
  const send = async () => {
    const apiData = (points ?? []).map((row) => ({ ApiID: row.ApiID, ApiPoint: pointOf(row) }))
    const { fail } = await save.run({ RoleID, apiData })
    if (fail) toast.warning(t.apiPartly)
    else toast.success(t.apiSaved)
    close()
  }
  const columns: Column<ApiPoint>[] = [
    { key: 'ApiID', title: t.apiId, width: 90 },
    { key: 'ApiName', title: t.apiName, width: 190 },
    {
      key: 'ApiPoint',
      title: t.apiPoint,
      width: 170,
      cell: (row) =>
        writable ? (
          <Space.Compact>
            <InputNumber<number>
              aria-label={t.apiPointLabel(row.ApiName)}
              min={0}
              max={100}
              step={0.1}
              precision={1}
              value={pointOf(row) / 10}
              onChange={(next) => setDrafts((now) => ({ ...now, [row.ApiID]: Math.round((next ?? 0) * 10) }))}
            />
            <Space.Addon>%</Space.Addon>
          </Space.Compact>
        ) : (
          <Percent tenths={row.ApiPoint} />
        ),
    },
  ]
  return (
    <PageModal
      open
      title={RoleID === templateOwner ? t.apiTemplate : t.apiPointsOf(name)}
      width="min(640px, 96vw)"
      onCancel={() => void leave()}
      footer={
        writable ? (
          <div className="pb-api-foot">
            <Button danger disabled={!points?.length || save.running} onClick={clear}>
              {t.clearAll}
            </Button>
            <span className="pb-quiet" role="status">
              {changed > 0 && t.unsaved(changed)}
            </span>
            <Button disabled={save.running} onClick={() => void leave()}>
              {kit.cancel}
            </Button>
            <Button
              type="primary"
              disabled={!points?.length}
              loading={save.running}
              onClick={() => void attempt(send)}
            >
              {kit.save}
            </Button>
          </div>
        ) : null
      }
    >
      <Alert
        type="info"
        showIcon
        title={RoleID === templateOwner ? t.apiTemplateNote : t.apiNote}
        style={{ marginBottom: 12 }}
      />
      <DataTable
        id="accounts.apiPoints"
        columns={columns}
        rows={query.isError ? undefined : points}
        rowKey={({ ApiID }) => String(ApiID)}
        loading={query.isLoading}
        error={query.error}
        retry={() => void query.refetch()}
        empty={t.apiNone}
        bodyHeight={360}
      />
    </PageModal>
  )
}

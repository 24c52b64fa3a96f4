import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { withdrawalMessages, withdrawals } from '../../../contract/withdrawals.ts'
import { call } from '../../kit/api.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { kitWords } from '../../kit/kit-text.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Chosen, Column } from '../../kit/list/types.ts'
import { useMay } from '../../kit/may.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { refresh } from '../../kit/query.ts'
import { useSay, useText } from '../../kit/text.ts'
import { ask, toast } from '../../kit/toast.ts'
import { reviewWords } from './words.ts'

type Player = ResultOf<typeof withdrawals.autoPayoutList>['list'][number]

interface PlayersProps {
  platformId: number
  open: boolean
  close: () => void
}

/** Players whose withdrawals are paid without a review. */
export function PlayersDialog({ platformId, open, close }: PlayersProps) {
  const t = useText(reviewWords)
  const kit = useText(kitWords)
  const say = useSay()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const mayCancel = may(withdrawals.autoPayoutDel)
  const changed = () =>
    Promise.all([withdrawals.autoPayoutList, withdrawals.list, withdrawals.counts].map(refresh))
  const cancel = async (RoleID: string[]) => {
    const agreed = await ask({
      title: t.autoDelAsk(RoleID.length),
      ok: t.deeds.autoDel,
      cancel: kit.cancel,
    })
    if (!agreed) return
    const { count } = await call(withdrawals.autoPayoutDel, { RoleID, platformId })
    toast.success(t.counted(count))
    await changed()
  }
  const cancelChosen = async ({ keys, clear }: Chosen<Player>) => {
    if (keys.length === 0) return toast.warning(say(withdrawalMessages['withdrawals.selectPlayer']))
    await cancel([...keys])
    clear()
  }
  const columns: Column<Player>[] = [
    { key: 'RoleID', title: t.player.RoleID, width: 150, copy: true },
    { key: 'channelRoleId', title: t.player.channelRoleId, width: 110 },
    { key: 'username', title: t.player.username, width: 130 },
    { key: 'TotalDeposit', title: t.player.TotalDeposit, width: 120 },
    { key: 'TotalRollOut', title: t.player.TotalRollOut, width: 120 },
    { key: 'TotalDepositOutDiff', title: t.player.TotalDepositOutDiff, width: 130, signed: true },
    { key: 'TotalRunning', title: t.player.TotalRunning, width: 130 },
    { key: 'TotalTax', title: t.player.TotalTax, width: 110 },
    { key: 'TotalWin', title: t.player.TotalWin, width: 120, signed: true },
  ]
  return (
    <PageModal open={open} title={t.playersTitle} width="min(1400px, 97vw)" footer={null} onCancel={close}>
      <div className="pb-dialog-list">
        <ListPage
          source={withdrawals.autoPayoutList}
          columns={columns}
          rowKey={({ RoleID }) => RoleID}
          params={{ platformId }}
          filters={[
            { type: 'input', name: 'RoleID', label: t.player.RoleID },
            { type: 'input', name: 'channelRoleId', label: t.player.channelRoleId },
            { type: 'input', name: 'username', label: t.player.username },
          ]}
          limit={20}
          limits={[10, 20, 30, 200]}
          inUrl={false}
          selectable={mayCancel}
          actions={[
            ...(mayCancel ? [{ key: 'cancel', label: t.batch.autoDel, run: cancelChosen }] : []),
            ...(may(withdrawals.autoPayoutAdd)
              ? [{ key: 'add', label: t.addPlayer, icon: <PlusOutlined />, run: () => setAdding(true) }]
              : []),
          ]}
          {...(mayCancel
            ? {
                rowActions: ({ RoleID }: Player) => [
                  { key: 'cancel', label: t.deeds.autoDel, run: () => cancel([RoleID]) },
                ],
                actionsWidth: 176,
              }
            : {})}
        />
      </div>
      <FormDialog<{ RoleID: string[] }>
        open={adding}
        title={t.addPlayer}
        fields={[
          {
            type: 'inputMore',
            name: 'RoleID',
            label: t.player.RoleID,
            required: true,
            missing: say(withdrawalMessages['withdrawals.selectPlayer']),
            hint: t.autoAddText,
          },
        ]}
        submit={async ({ RoleID }) => {
          const { count } = await call(withdrawals.autoPayoutAdd, { RoleID, platformId }, { silent: true })
          toast.success(t.counted(count))
          await changed()
        }}
        close={() => setAdding(false)}
      />
    </PageModal>
  )
}

import type { WithdrawalOrder } from '../../../contract/withdrawals.ts'
import { rawFigure } from '../../kit/figures.ts'
import type { Column } from '../../kit/list/types.ts'
import { region } from '../../kit/region.ts'
import type { Texts } from '../../kit/text.ts'
import * as cells from './cells.tsx'
import { DecisionCell } from './DecisionCell.tsx'
import { accountOf } from './destination.ts'
import { totalDifference } from './evidence.ts'
import type { zh } from './text.zh.ts'

/** The columns of a review table: what belongs together stands together, so a decision needs no second screen. */
export function reviewColumns(t: Texts<typeof zh>): Column<WithdrawalOrder>[] {
  const money = (value: number | string | bigint | null) => rawFigure(value, 'thousandths')
  return [
    {
      key: '_order',
      title: t.columns.order,
      width: 202,
      pin: 'left',
      cell: (row) => <cells.OrderCell row={row} />,
      text: (row) => row.OrderNo,
    },
    {
      key: '_player',
      title: t.columns.player,
      width: 104,
      cell: (row) => <cells.PlayerCell row={row} />,
      text: (row) => row.AccountID,
    },
    {
      key: '_amounts',
      title: t.columns.amounts,
      sort: 'iMoney',
      width: 120,
      cell: (row) => <cells.AmountsCell row={row} />,
      text: (row) => money(row.iMoney),
    },
    {
      key: '_destination',
      title: t.columns.destination,
      width: 162,
      cell: (row) => <cells.DestinationCell row={row} />,
      text: (row) =>
        [row.RealName, accountOf(row, region().callingCode), row.BankName].filter(Boolean).join(' '),
    },
    {
      key: '_money',
      title: t.columns.money,
      width: 162,
      cell: (row) => <cells.MoneyCell row={row} />,
      text: (row) => money(totalDifference(row)),
    },
    {
      key: '_play',
      title: t.columns.play,
      width: 138,
      cell: (row) => <cells.PlayCell row={row} />,
      text: (row) => money(row.WaterSum),
    },
    {
      key: '_risk',
      title: t.columns.risk,
      width: 86,
      cell: (row) => <cells.RiskCell row={row} />,
      text: (row) => String(row.payoutingOrders),
    },
    {
      key: '_remarks',
      title: t.columns.remarks,
      width: 100,
      cell: (row) => <cells.RemarksCell row={row} />,
      text: (row) => row.Comment,
    },
    {
      key: '_time',
      title: t.columns.time,
      sort: 'AddTime',
      width: 126,
      cell: (row) => <cells.TimeCell row={row} />,
      text: (row) => row.AddTime,
    },
    {
      key: '_decision',
      title: t.columns.decision,
      width: 164,
      pin: 'right',
      cell: (row) => <DecisionCell row={row} />,
      text: () => '',
    },
  ]
}

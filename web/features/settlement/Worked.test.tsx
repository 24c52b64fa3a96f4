import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { settlement } from '../../../contract/settlement.ts'
import { renderPage } from '../../kit/test-page.tsx'
import { WorkedU, WorkedWithdrawable } from './Worked.tsx'
import { settlementWords } from './words.ts'

beforeEach(async () => void (await settlementWords.load('zh-cn')))

type Summary = ResultOf<typeof settlement.unsettledSummaryList>
const platform = (RealProfit: number, SettleAmount: number, peddingSettleAmount: number) => ({
  platform_id: RealProfit,
  platform_name: '',
  publish_time: '',
  RealProfit,
  SettleAmount,
  UnsettledAmount: RealProfit - SettleAmount - peddingSettleAmount,
  peddingSettleAmount,
})
const summary = (validUnsettledAmount: number): Summary => ({
  totalUnsettledAmount: 0,
  validUnsettledAmount,
  pendingUnsettledAmount: 50,
  pledge_u: 0,
  withdrawAddr: '',
  platformUnsettledList: [platform(1000.5, 200, 50), platform(-100.25, 0, 0)],
  username: 'alpha',
  remark: '',
  ProxyId: '',
  percent: 90,
  minimum: 1,
  reserve: 0,
  bound: true,
  holdUntil: '',
  blocked: '',
  day: '2026-03-20',
  rate: '',
})

test('what may be asked for opens to profit, share, settled and pending, and comes out the same', async () => {
  // 90 % of 900.25 is 810.225, less 200 settled and 50 pending: 560 whole.
  renderPage(<WorkedWithdrawable summary={summary(560)} />)
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('按相同规则重新计算，结果一致。')
  for (const shown of ['900,25', '810,2', '200,00', '50,00', '560'])
    expect(document.body.textContent).toContain(shown)
})

test('a figure that does not follow is said to be another', async () => {
  renderPage(<WorkedWithdrawable summary={summary(561)} />)
  fireEvent.click(screen.getByRole('button'))
  expect(await screen.findByText(/重新计算的结果不同/)).toBeTruthy()
})

test('the U of an order opens to its amount and rate; without a rate there is nothing to explain', async () => {
  const { container, unmount } = renderPage(
    <WorkedU order={{ amount: 1000, ex_rate: null, settle_u: null }} />,
  )
  expect(container.querySelector('button')).toBeNull()
  unmount()
  renderPage(<WorkedU order={{ amount: 1000, ex_rate: 5.4321, settle_u: 184.09 }} />)
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('184.09 U')
  await screen.findByText('按相同规则重新计算，结果一致。')
})

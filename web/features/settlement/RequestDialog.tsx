import { Alert, Button, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { settlement } from '../../../contract/settlement.ts'
import { ApiError, call } from '../../kit/api.ts'
import { figure } from '../../kit/figures.ts'
import { Money } from '../../kit/Money.tsx'
import { PageModal } from '../../kit/PageModal.tsx'
import { refresh } from '../../kit/query.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import type { Summary } from './SettleFigures.tsx'
import { settlementWords } from './words.ts'

type Preview = ResultOf<typeof settlement.settlePreview>

/** Nobody asks for less than this unless the settings say more; it is only a hint. */
const usualLeast = 1000

/** Two steps: how much, then what exactly will be booked, confirmed by a code. */
export function RequestDialog({
  open,
  summary,
  close,
}: {
  open: boolean
  summary: Summary
  close: () => void
}) {
  const t = useText(settlementWords)
  const amountId = useId()
  const codeId = useId()
  const [amount, setAmount] = useState('')
  const [code, setCode] = useState('')
  const [preview, setPreview] = useState<Preview>()
  const [wrong, setWrong] = useState('')
  const [running, setRunning] = useState(false)
  useEffect(() => {
    if (!open) return
    setAmount('')
    setCode('')
    setPreview(undefined)
    setWrong('')
  }, [open])
  const limit = summary.validUnsettledAmount
  const run = async (work: () => Promise<unknown>) => {
    if (running) return
    setRunning(true)
    setWrong('')
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setWrong(error.message)
      // Something moved: the old preview is worth nothing.
      if (error.field === 'hash') setPreview(undefined)
      setCode('')
    } finally {
      setRunning(false)
    }
  }
  const look = () => {
    if (!/^0*[1-9]\d*$/.test(amount.trim())) return setWrong(t.amountWrong)
    if (Number(amount) > limit) return setWrong(t.amountAbove)
    return void run(async () =>
      setPreview(await call(settlement.settlePreview, { settleAmount: amount.trim() }, { silent: true })),
    )
  }
  const confirm = () => {
    if (!preview) return
    if (!code.trim()) return setWrong(t.codeMissing)
    return void run(async () => {
      const params = { settleAmount: amount.trim(), code: code.trim(), hash: preview.hash }
      await call(settlement.addSettleOrder, params, { silent: true })
      toast.success(t.asked)
      close()
      await Promise.all([refresh(settlement.unsettledSummaryList), refresh(settlement.channelOrders)])
    })
  }
  return (
    <PageModal
      open={open}
      title={t.askTitle}
      width="min(680px, 96vw)"
      onCancel={() => !running && close()}
      mask={{ closable: false }}
      footer={
        preview
          ? [
              <Button key="back" disabled={running} onClick={() => setPreview(undefined)}>
                {t.back}
              </Button>,
              <Button key="ok" type="primary" loading={running} onClick={confirm}>
                {t.confirm}
              </Button>,
            ]
          : [
              <Button key="preview" type="primary" loading={running} onClick={look}>
                {t.preview}
              </Button>,
            ]
      }
    >
      <div className="pb-form pb-settle-ask">
        {wrong && <Alert type="error" showIcon title={wrong} role="alert" />}
        {preview ? (
          <>
            <PreviewLines preview={preview} />
            <label htmlFor={codeId}>{t.code}</label>
            <Input
              id={codeId}
              value={code}
              maxLength={6}
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => setCode(event.target.value)}
              onPressEnter={confirm}
            />
            <p className="pb-quiet">{t.codeHint}</p>
          </>
        ) : (
          <>
            <label htmlFor={amountId}>{t.amount}</label>
            <div className="pb-settle-amount">
              <Input
                id={amountId}
                value={amount}
                maxLength={12}
                inputMode="numeric"
                placeholder={t.placeholder(figure(Math.max(usualLeast, summary.minimum), 'count'))}
                onChange={(event) => setAmount(event.target.value)}
                onPressEnter={look}
              />
              <Button onClick={() => setAmount(String(limit))}>{t.takeAll}</Button>
            </div>
            <p className="pb-quiet">{t.amountHint(figure(limit, 'count'))}</p>
          </>
        )}
      </div>
    </PageModal>
  )
}

/** What will be booked, line by line, and what becomes of the rest. */
function PreviewLines({ preview }: { preview: Preview }) {
  const t = useText(settlementWords)
  return (
    <>
      <p>{t.previewTitle}</p>
      <div className="pb-settle-scroll">
        <table className="pb-settle-lines">
          <thead>
            <tr>
              <th scope="col">{t.platform}</th>
              <th scope="col">{t.before}</th>
              <th scope="col">{t.taken}</th>
              <th scope="col">{t.after}</th>
            </tr>
          </thead>
          <tbody>
            {preview.lines.map((line) => (
              <tr key={line.platform_id}>
                <th scope="row">{line.platform_name}</th>
                <td>
                  <Money plain={line.before} />
                </td>
                <td>
                  <Money plain={line.amount} signed strong />
                </td>
                <td>
                  <Money plain={line.after} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t.amount}</th>
              <td colSpan={3}>
                <Money plain={preview.amount} strong currency />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      <dl className="pb-settle-terms">
        <div>
          <dt>{t.reserveAfter}</dt>
          <dd>
            <Money plain={preview.reserve} />
          </dd>
        </div>
        <div>
          <dt>{t.rateNow}</dt>
          <dd>{figure(preview.rate, 'plain', 4)}</dd>
        </div>
        <div>
          <dt>{t.uNow}</dt>
          <dd>
            {preview.settle_u === null ? '–' : `${figure(preview.settle_u, 'plain')} U`}{' '}
            <small className="pb-quiet">{t.uLater}</small>
          </dd>
        </div>
        <div>
          <dt>{t.address}</dt>
          <dd>
            <code>{preview.withdraw_addr}</code>
          </dd>
        </div>
      </dl>
    </>
  )
}

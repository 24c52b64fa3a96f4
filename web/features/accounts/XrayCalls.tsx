import { Input, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { ruleSeeds } from '../../../contract/rules.ts'
import { DataTable } from '../../kit/list/DataTable.tsx'
import type { Column } from '../../kit/list/types.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useSay, useText } from '../../kit/text.ts'
import type { Xray } from './people.ts'
import { accountWords } from './words.ts'

type XrayCall = Xray['calls'][number]
type Shown = 'all' | 'allowed' | 'refused'

const titleOfRule = new Map(ruleSeeds.map(({ name, title }) => [name, title]))

/** Every call of the product with the gate's verdict on it, and the rule that is missing. */
export function XrayCalls({ calls }: { calls: readonly XrayCall[] }) {
  const t = useText(accountWords)
  const say = useSay()
  const [shown, setShown] = useState<Shown>('all')
  const [typed, setTyped] = useState('')
  const rows = useMemo(() => {
    const part = typed.trim().toLowerCase()
    return calls.filter(
      (call) =>
        (shown === 'all' || call.allowed === (shown === 'allowed')) &&
        `${call.title} ${call.path}`.toLowerCase().includes(part),
    )
  }, [calls, shown, typed])
  const why = ({ allowed, missing }: XrayCall) => {
    if (allowed) return ''
    if (missing === 'kind') return t.notForKind
    const title = titleOfRule.get(missing)
    return t.missingRule(title ? say(title) : missing)
  }
  const columns: Column<XrayCall>[] = [
    {
      key: 'allowed',
      title: t.verdict,
      width: 100,
      cell: ({ allowed }) => (
        <StatusTag tone={allowed ? 'good' : 'bad'}>{allowed ? t.allowed : t.refused}</StatusTag>
      ),
    },
    {
      key: 'title',
      title: t.callName,
      width: 200,
      cell: ({ title, writes }) => (
        <>
          {title}
          {writes && <small className="pb-xray-writes"> {t.writes}</small>}
        </>
      ),
    },
    { key: 'path', title: t.pathName, width: 290, cell: ({ method, path }) => `${method} ${path}` },
    { key: 'missing', title: t.why, width: 200, cell: why },
  ]
  return (
    <>
      <div className="pb-xray-tools">
        <Segmented<Shown>
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: t.all },
            { value: 'allowed', label: t.allowed },
            { value: 'refused', label: t.refused },
          ]}
        />
        <Input
          allowClear
          value={typed}
          aria-label={t.searchCalls}
          placeholder={t.searchCalls}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <DataTable
        id="accounts.xray.calls"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        filtered={typed !== '' || shown !== 'all'}
        reset={() => {
          setTyped('')
          setShown('all')
        }}
        bodyHeight={420}
      />
    </>
  )
}

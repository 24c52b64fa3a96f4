import { Alert, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { accounts } from '../../../contract/accounts.ts'
import { figure } from '../../kit/figures.ts'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { ListState } from '../../kit/list/ListState.tsx'
import { PageDrawer } from '../../kit/PageDrawer.tsx'
import { useCall } from '../../kit/query.ts'
import { RoleTitle } from '../../kit/RoleTitle.tsx'
import { useText } from '../../kit/text.ts'
import type { Xray } from './people.ts'
import { accountWords } from './words.ts'
import { XrayCalls } from './XrayCalls.tsx'

/** What an account sees and may do right now: its pages, its calls, whose rows it reaches. */
export function XrayDrawer({
  of,
  close,
}: {
  of: { id: number; username: string } | undefined
  close: () => void
}) {
  const t = useText(accountWords)
  return (
    <PageDrawer
      open={of !== undefined}
      title={t.xrayOf(of?.username ?? '')}
      size="min(880px, 100vw)"
      onClose={close}
    >
      {of && <Content key={of.id} id={of.id} />}
    </PageDrawer>
  )
}

function Content({ id }: { id: number }) {
  const t = useText(accountWords)
  const query = useCall(accounts.accountXray, { id }, { staleMs: 0 })
  const { data: xray, isLoading, error } = query
  if (isLoading) return <div className="pb-state" role="status" aria-busy />
  if (error || !xray) return <ListState error={error} filtered={false} retry={() => void query.refetch()} />
  const { scope } = xray
  const allowed = xray.calls.filter((call) => call.allowed)
  const people = figure(scope.accounts, 'count')
  return (
    <div className="pb-xray">
      {xray.blocked && <Alert type="warning" showIcon title={t.blocked(xray.blocked)} />}
      <dl className="pb-xray-facts">
        <Fact label={t.type} value={t.kinds[xray.kind] ?? ''} />
        <Fact label={t.role} value={<RoleTitle {...xray.role} />} />
        <Fact label={t.sessions} value={figure(scope.sessions, 'count')} />
        <Fact label={t.pages} value={figure(xray.pages.length, 'count')} />
        <Fact label={t.calls} value={t.ofAll(String(allowed.length), String(xray.calls.length))} />
        <Fact label={t.reach} value={scope.everything ? t.everything(people) : t.ownSubtree(people)} />
      </dl>
      <p className="pb-quiet">{t.xrayNote}</p>
      <Tabs
        defaultActiveKey="calls"
        items={[
          { key: 'pages', label: t.tabPages(xray.pages.length), children: <Pages pages={xray.pages} /> },
          { key: 'calls', label: t.tabCalls(allowed.length), children: <XrayCalls calls={xray.calls} /> },
          {
            key: 'rows',
            label: t.tabRows,
            children: (
              <div className="pb-state">
                <strong>{scope.everything ? t.everything(people) : t.ownSubtree(people)}</strong>
                <span>{scope.everything ? t.reachAllText : t.reachText}</span>
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const tableHeight = 420

function Pages({ pages }: { pages: Xray['pages'] }) {
  const t = useText(accountWords)
  return (
    <DataTable
      id="accounts.xray.pages"
      columns={[
        { key: 'title', title: t.pageName, width: 240 },
        { key: 'name', title: t.pathName, width: 360 },
      ]}
      rows={pages}
      rowKey={({ id }) => String(id)}
      empty={t.noPages}
      bodyHeight={tableHeight}
    />
  )
}

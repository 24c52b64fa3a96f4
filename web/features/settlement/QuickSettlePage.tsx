import './settlement.css'
import { Alert } from 'antd'
import type { ComponentType } from 'react'
import { kind } from '../../../contract/kit/kinds.ts'
import { useAccount } from '../../kit/session.ts'
import { useText } from '../../kit/text.ts'
import { OwnSettle } from './OwnSettle.tsx'
import type { OfAccount } from './of-account.ts'
import { SearchSettle } from './SearchSettle.tsx'
import { settlementWords } from './words.ts'

/** A channel asks for its own profit here; staff look at a channel's, and can change nothing. */
export function QuickSettlePage({ Pledge }: { Pledge: ComponentType<OfAccount> }) {
  const t = useText(settlementWords)
  const account = useAccount()
  if (account?.kind === kind.channel) return <OwnSettle Pledge={Pledge} />
  if (account?.kind === kind.staff) return <SearchSettle Pledge={Pledge} />
  return <Alert type="error" showIcon title={t.invalidRequest} />
}

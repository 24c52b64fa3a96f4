import './review.css'
import { ApiOutlined, QuestionCircleOutlined, RobotOutlined } from '@ant-design/icons'
import { Button, Drawer, Tabs } from 'antd'
import { Activity, useEffect, useMemo, useRef, useState } from 'react'
import { superviseRule } from '../../../contract/rules.ts'
import { withdrawals } from '../../../contract/withdrawals.ts'
import { type Tab, tabs } from '../../../contract/withdrawals-states.ts'
import { figure } from '../../kit/figures.ts'
import { useKeys } from '../../kit/keys.ts'
import { useLive } from '../../kit/live.ts'
import { useMay } from '../../kit/may.ts'
import { usePageShown } from '../../kit/page.tsx'
import { refresh, useCall } from '../../kit/query.ts'
import { useAccount } from '../../kit/session.ts'
import { useStored } from '../../kit/stored.ts'
import { useText } from '../../kit/text.ts'
import { callsOf, type Reviewer } from './deeds.ts'
import { Choices } from './desk.ts'
import { HelpDialog } from './HelpDialog.tsx'
import { pollMs } from './orders.ts'
import { PlayersDialog } from './PlayersDialog.tsx'
import { ReviewTab } from './ReviewTab.tsx'
import { reviewWords } from './words.ts'

/** An order or a player that is looked for, whatever became of it. */
interface Find extends Record<string, string> {
  orderNo?: string
  roleId?: string
}

export interface ReviewProps {
  platform: { id: number; name: string; linkTrouble: string } | undefined
  find: Find
  close: () => void
}

const none: Find = {}

/** The review of one platform's withdrawals, over the whole window. */
export function ReviewWorkbench({ platform, find, close }: ReviewProps) {
  const t = useText(reviewWords)
  const shown = usePageShown()
  const [last, setLast] = useState(platform)
  if (platform && platform !== last) setLast(platform)
  return (
    <Drawer
      // While its page is put away it leaves the screen, as every dialog of a page does.
      open={platform !== undefined && shown}
      rootClassName="pb-review"
      placement="bottom"
      size="100%"
      title={t.title((platform ?? last)?.name ?? '')}
      closable={{ 'aria-label': t.close, placement: 'end' }}
      // Escape first closes what lies above; the table's keys decide.
      keyboard={false}
      destroyOnHidden
      onClose={close}
    >
      {last && <Desk key={`${last.id} ${JSON.stringify(find)}`} platform={last} find={find} close={close} />}
    </Drawer>
  )
}

interface DeskProps {
  platform: NonNullable<ReviewProps['platform']>
  find: Find
  close: () => void
}

function Desk({ platform, find, close }: DeskProps) {
  const t = useText(reviewWords)
  const { id: platformId } = platform
  const [tab, setTab] = useState<Tab>(1)
  const [help, setHelp] = useState(false)
  const [players, setPlayers] = useState(false)
  const [choices] = useState(() => new Choices())
  const reviewer = useReviewer()
  const may = useMay()
  const channels = useCall(withdrawals.payoutChannels, { platformId, type: 1, limit: 100 }).data?.list
  const checkers = useCall(withdrawals.checkers, { platformId }, { silent: true }).data?.list
  const payWays = useCall(withdrawals.payWays, { platformId }, { silent: true }).data?.list
  const counts = useCounts(platformId)
  const on = useMemo(() => (channels ?? []).filter(({ Status }) => Status === 1), [channels])
  const facts = useMemo(
    () => ({
      checkers: (checkers ?? []).map(({ username }) => username),
      payWays: (payWays ?? []).map(({ WayId, WayCode }) => ({ value: WayId, label: WayCode })),
    }),
    [checkers, payWays],
  )
  useKeys({
    1: () => setTab(1),
    2: () => setTab(2),
    3: () => setTab(3),
    '?': () => setHelp(true),
  })
  return (
    <>
      {/* Beside the tabs, not among them: to a screen reader their row holds tabs and nothing else. */}
      <span className="pb-review-extra">
        {platform.linkTrouble && (
          <span className="pb-bad-text">
            <ApiOutlined aria-hidden /> {t.linkTrouble}
          </span>
        )}
        {may(withdrawals.autoPayoutList) && (
          <Button icon={<RobotOutlined />} onClick={() => setPlayers(true)}>
            {t.players}
          </Button>
        )}
        <Button type="text" icon={<QuestionCircleOutlined />} onClick={() => setHelp(true)}>
          {t.help} <kbd>?</kbd>
        </Button>
      </span>
      <Tabs
        className="pb-review-tabs"
        activeKey={String(tab)}
        onChange={(key) => setTab(Number(key) as Tab)}
        items={tabs.map((one) => ({
          key: String(one),
          label: (
            <span aria-label={t.tabCount(t.tabs[one], counts?.[one] ?? 0)}>
              {t.tabs[one]}
              <span className={`pb-review-badge${counts?.[one] ? '' : ' pb-review-none'}`} aria-hidden>
                {figure(counts?.[one], 'count')}
              </span>
            </span>
          ),
          children: (
            <Activity mode={one === tab ? 'visible' : 'hidden'}>
              <ReviewTab
                platformId={platformId}
                tab={one}
                reviewer={reviewer}
                channels={on}
                choices={choices}
                facts={facts}
                find={one === 1 ? find : none}
                leave={close}
              />
            </Activity>
          ),
        }))}
      />
      <HelpDialog open={help} close={() => setHelp(false)} />
      <PlayersDialog platformId={platformId} open={players} close={() => setPlayers(false)} />
    </>
  )
}

/** Who reviews, and what they may do; one object as long as their rules stay. */
function useReviewer(): Reviewer {
  const me = useAccount()?.username ?? ''
  const rules = useStored('authRuleIds')
  const may = useMay()
  return useMemo(
    () => ({
      me,
      supervisor: may(superviseRule),
      may: (deed) => callsOf[deed].every(may),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- what may be done follows from the rules
    [me, rules],
  )
}

/** Orders waiting in each tab: read, polled while somebody looks, and read again when orders of the platform move. */
function useCounts(platformId: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive((event) => {
    if ((event.type !== 'order' && event.type !== 'orders') || event.platformId !== platformId) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refresh(withdrawals.counts), 250)
  })
  return useCall(withdrawals.counts, { platformId }, { silent: true, everyMs: pollMs, staleMs: 0 }).data
    ?.orderCount
}

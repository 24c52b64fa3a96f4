import './notices.css'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { kind } from '../../../contract/kit/kinds.ts'
import { notices } from '../../../contract/notices.ts'
import { useLive } from '../../kit/live.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { useAccount } from '../../kit/session.ts'
import { useText } from '../../kit/text.ts'
import { NoticeReader } from './NoticeReader.tsx'
import { noticeWords } from './words.ts'

// A push time comes without anybody doing anything.
const everyMs = 60_000

/** Notices on the home page: twenty for staff, ten for the channel side. */
export function HomeNotices() {
  const t = useText(noticeWords)
  const staff = useAccount()?.kind === kind.staff
  const [source, limit] = staff ? ([notices.forUser, 20] as const) : ([notices.forChannel, 10] as const)
  const [page, setPage] = useState(1)
  const [read, setRead] = useState<number>()
  const query = useCall(source, { page, limit }, { silent: true, everyMs, keep: true })
  useLive((event) => {
    if (event.type === 'notice') void refresh(source)
  })
  const { list = [], count = 0 } = query.data ?? {}
  const at = list.findIndex(({ id }) => id === read)
  const stepTo = (index: number) => (list[index] ? () => setRead(list[index]?.id) : undefined)
  return (
    <section className="pb-home-notices" aria-label={t.notices}>
      <h2>{t.notices}</h2>
      {query.isError && (
        <p role="alert">
          {t.failed}{' '}
          <Button size="small" onClick={() => void query.refetch()}>
            {t.retry}
          </Button>
        </p>
      )}
      {query.isLoading && <Skeleton active title={false} />}
      {query.data && list.length === 0 && <p className="pb-quiet">{t.none}</p>}
      <ul>
        {list.map((notice) => (
          <li key={notice.id}>
            <button type="button" onClick={() => setRead(notice.id)}>
              <span className="pb-home-notice-title">{notice.title}</span>
              <time className="pb-figure">{notice.push_time.slice(0, 16)}</time>
            </button>
          </li>
        ))}
      </ul>
      {count > limit && (
        <p className="pb-home-notices-pages">
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t.newer}
          </Button>
          <Button size="small" disabled={page * limit >= count} onClick={() => setPage(page + 1)}>
            {t.earlier}
          </Button>
        </p>
      )}
      <NoticeReader
        notice={at < 0 ? undefined : list[at]}
        close={() => setRead(undefined)}
        previous={stepTo(at - 1)}
        next={at < 0 ? undefined : stepTo(at + 1)}
      />
    </section>
  )
}

import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import type * as z from 'zod'
import type { ReadNotice } from '../../../contract/notices.ts'
import { PageModal } from '../../kit/PageModal.tsx'
import { useText } from '../../kit/text.ts'
import { noticeWords } from './words.ts'

type Read = Omit<z.output<typeof ReadNotice>, 'id'>

const NoticeBody = lazy(async () => ({ default: (await import('./NoticeBody.tsx')).NoticeBody }))

interface ReaderProps {
  notice: Read | undefined
  close: () => void
  previous?: (() => void) | undefined
  next?: (() => void) | undefined
}

/** A notice in full; the ones before and after it a step away. */
export function NoticeReader({ notice, close, previous, next }: ReaderProps) {
  const t = useText(noticeWords)
  const step = (label: string, go: (() => void) | undefined) => (
    <Button disabled={!go} onClick={go}>
      {label}
    </Button>
  )
  return (
    <PageModal
      open={notice !== undefined}
      title={notice?.title}
      width={720}
      onCancel={close}
      footer={
        previous || next ? (
          <>
            {step(t.previous, previous)}
            {step(t.next, next)}
          </>
        ) : null
      }
    >
      {notice && (
        <article>
          <p className="pb-quiet">{t.pushedAt(notice.push_time)}</p>
          <Suspense>
            <NoticeBody html={notice.content} />
          </Suspense>
        </article>
      )}
    </PageModal>
  )
}

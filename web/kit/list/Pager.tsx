import { Pagination } from 'antd'
import { figure } from '../figures.ts'
import { kitWords } from '../kit-text.ts'
import { sizes } from '../sizes.ts'
import { useText } from '../text.ts'
import type { ListPlace } from './types.ts'

interface PagerProps {
  count: number
  place: Pick<ListPlace, 'page' | 'limit'>
  move: (change: Partial<ListPlace>) => void
  /** The page's own size, offered beside the usual ones. */
  usual: number
  /** Sizes to choose from, where the page has its own. */
  options?: readonly number[]
}

/** Pages and size of a list. Another size starts at page 1, another page keeps everything. */
export function Pager({ count, place, move, usual, options: own = sizes.pages }: PagerProps) {
  const t = useText(kitWords)
  const options = [...new Set([...own, usual, place.limit])].toSorted((a, b) => a - b)
  return (
    <Pagination
      size="small"
      current={place.page}
      pageSize={place.limit}
      total={count}
      showSizeChanger
      showQuickJumper={count / place.limit > 5}
      // Five page buttons, as people know it from their other back offices.
      showLessItems
      pageSizeOptions={options}
      showTotal={(total) => t.total(figure(total, 'count'))}
      onChange={(page, limit) => move(limit === place.limit ? { page } : { limit, page: 1 })}
    />
  )
}

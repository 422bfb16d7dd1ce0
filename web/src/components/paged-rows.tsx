import type { ReactNode } from 'react'
import { VirtualList } from './ui/virtual-list.tsx'

/** What a query of a list in pages says of its next one. */
export interface PagedQuery {
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

interface PagedRowsProps<T> {
  list: PagedQuery
  label: string
  items: readonly T[]
  rowHeight: number
  activeIndex: number
  /** Stands above the rows and scrolls with them: what their columns are. */
  header?: ReactNode
  /** Pixels of a header that stays in view instead. */
  headerHeight?: number
  /** Rows that have nothing to be focused: the list itself can be, so that it is scrolled by keys. */
  focusable?: boolean
  children: (item: T, index: number) => ReactNode
}

/** The rows of a list that comes in pages, in a card as high as they are; faded while another search is on its way. */
export function PagedRows<T extends { id: string }>({ list, ...rows }: PagedRowsProps<T>) {
  return (
    <VirtualList
      {...rows}
      itemKey={item => item.id}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onEnd={() => void list.fetchNextPage()}
      busy={list.isPlaceholderData}
      className="flex-initial rounded-md border border-line bg-surface [&_li:last-child>*]:border-b-0"
    />
  )
}

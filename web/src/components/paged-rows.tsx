import type { ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { VirtualList } from './ui/virtual-list.tsx'

/** State of a paged list's query and its next page. */
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
  /** Header above the rows that scrolls with them: the heads of their columns. */
  header?: ReactNode
  /** Height of a header that stays in view instead, px. */
  headerHeight?: number
  /**
   * Makes the list itself focusable, for rows with nothing to focus, so that keys can scroll it.
   */
  focusable?: boolean
  className?: string | undefined
  children: (item: T, index: number) => ReactNode
}

/**
 * Shows the rows of a paged list in a card as high as they are; faded while another search is on
 * its way.
 */
export function PagedRows<T extends { id: string }>({ list, className, ...rows }: PagedRowsProps<T>) {
  return (
    <VirtualList
      {...rows}
      itemKey={item => item.id}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onEnd={() => void list.fetchNextPage()}
      busy={list.isPlaceholderData}
      className={cn('flex-initial rounded-md border border-line bg-surface [&_li:last-child>*]:border-b-0', className)}
    />
  )
}

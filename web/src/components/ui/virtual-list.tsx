import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useEffect, useRef } from 'react'
import { cn } from '#/lib/cn.ts'
import { Spinner } from './spinner.tsx'

interface VirtualListProps<T> {
  items: readonly T[]
  /** Pixels of one row; rows are never of another height. */
  rowHeight: number
  itemKey: (item: T) => string
  children: (item: T, index: number) => ReactNode
  /** What stands for a row that comes while the list flies past faster than it can be read. */
  flying?: (item: T) => ReactNode
  label: string
  hasMore?: boolean
  loadingMore?: boolean
  /** Called within 100 px of the end. */
  onEnd?: () => void
  /** Keeps this row in view (keyboard). */
  activeIndex?: number
  className?: string
  /** Stands above the rows and scrolls with them. */
  header?: ReactNode
  /** Pixels of a header that stays in view instead. */
  headerHeight?: number
  /** Of rows without anything to be focused: whoever has no mouse scrolls it by keys. */
  focusable?: boolean
  /** What is shown is another search's, while this one's is on its way. */
  busy?: boolean
}

/** A list of any length: only the rows in view exist. The scroll position survives changes of the data. */
export function VirtualList<T>({
  items,
  rowHeight,
  itemKey,
  children,
  flying,
  label,
  hasMore,
  loadingMore,
  onEnd,
  activeIndex,
  className,
  header,
  headerHeight = 0,
  focusable = false,
  busy = false,
}: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => {
      const item = items[index]
      return item === undefined ? index : itemKey(item)
    },
    overscan: 8,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
  })
  const shown = virtualizer.getVirtualItems()
  const offset = virtualizer.scrollOffset ?? 0
  const drawn = useRef<{ offset: number; whole: ReadonlySet<Key> }>({ offset: 0, whole: new Set() })
  const flies = flying && virtualizer.isScrolling && Math.abs(offset - drawn.current.offset) > rowHeight * 1.5
  // What was drawn whole stays so.
  const isWhole = ({ key, index }: VirtualItem) => !flies || index === activeIndex || drawn.current.whole.has(key)
  const whole = new Set(shown.filter(isWhole).map(({ key }) => key))
  useEffect(() => {
    drawn.current = { offset, whole }
  })
  const end = useRef(onEnd)
  end.current = onEnd

  const checkEnd = () => {
    const box = scroller.current
    if (box && hasMore && !loadingMore && box.scrollHeight - box.scrollTop - box.clientHeight < 100) end.current?.()
  }

  // A first page shorter than the window never scrolls, so it asks for the next one itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows or the paging state change
  useEffect(checkEnd, [items.length, hasMore, loadingMore])

  useEffect(() => {
    if (activeIndex !== undefined && activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' })
  }, [activeIndex, virtualizer])

  return (
    <div
      ref={scroller}
      {...(focusable ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
      onScroll={checkEnd}
      aria-busy={busy || undefined}
      className={cn('min-h-0 flex-1 overflow-y-auto overscroll-contain', busy && 'opacity-60', className)}
    >
      {header}
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(row => {
          const item = items[row.index]
          if (item === undefined) return null
          return (
            <li
              key={row.key}
              aria-setsize={hasMore ? -1 : items.length}
              aria-posinset={row.index + 1}
              // Laid out by itself; with a transform each row would be drawn as a picture of its own.
              className="absolute inset-x-0 [contain:size_layout_style]"
              style={{ height: rowHeight, top: row.start - headerHeight }}
            >
              {flying && !whole.has(row.key) ? flying(item) : children(item, row.index)}
            </li>
          )
        })}
      </ul>
      {loadingMore && (
        <div className="flex h-10 items-center justify-center text-ink-2">
          <Spinner />
        </div>
      )}
    </div>
  )
}

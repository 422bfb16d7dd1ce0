import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { cn } from '#/lib/cn.ts'
import { Flight, useInPortions } from './flight.ts'
import { Spinner } from './spinner.tsx'
import { useRowsInView } from './use-rows-in-view.ts'

/**
 * Styles of the shape shown where a row is not drawn: during a flight, and until it is drawn after
 * it.
 */
const outlines = { row: 'outlined-rows', person: 'outlined-people', card: 'outlined-cards' }

interface VirtualListProps<T> {
  items: readonly T[]
  /** Height of one row, px; all rows have the same. */
  rowHeight: number
  itemKey: (item: T) => string
  children: (item: T, index: number) => ReactNode
  /** Shape of a row that is not drawn: a line, a person with two lines beside, or a card. */
  outline?: keyof typeof outlines
  label: string
  hasMore?: boolean
  loadingMore?: boolean
  /** Called within 100 px of the end. */
  onEnd?: () => void
  /** Keeps this row in view (keyboard). */
  activeIndex?: number
  className?: string
  /** Content above the rows that scrolls with them. */
  header?: ReactNode
  /** Content below the rows that scrolls with them. */
  footer?: ReactNode
  /** Height of a header that stays in view instead, px. */
  headerHeight?: number
  /**
   * Makes the list itself focusable, for rows with nothing to focus, so that keys can scroll it.
   */
  focusable?: boolean
  /** True if the rows are another search's, while this one is on its way. */
  busy?: boolean
}

/**
 * Shows a list of any length: only the rows in view exist. The scroll position survives changes of
 * the data. While it scrolls faster than it can be read, nothing new is drawn, and outlines show in
 * place of the missing rows.
 */
export function VirtualList<T>({
  items,
  rowHeight,
  itemKey,
  children,
  outline = 'row',
  label,
  hasMore,
  loadingMore,
  onEnd,
  activeIndex,
  className,
  header,
  footer,
  headerHeight = 0,
  focusable = false,
  busy = false,
}: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const flight = useMemo(() => new Flight(rowHeight), [rowHeight])
  const { rows, range, scrollToRow } = useRowsInView({
    count: items.length,
    rowHeight,
    keyOf: index => {
      const item = items[index]
      return item === undefined ? index : itemKey(item)
    },
    scroller,
    flight,
    headerHeight,
  })
  const shown = useInPortions(rows, flight, range)
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
    if (activeIndex === undefined || activeIndex < 0) return
    flight.lead()
    scrollToRow(activeIndex)
  }, [activeIndex, scrollToRow, flight])

  return (
    <div
      ref={scroller}
      {...(focusable ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
      onScroll={checkEnd}
      aria-busy={busy || undefined}
      // With a background of its own the scrolled content is drawn without the layers below.
      className={cn('min-h-0 flex-1 overflow-y-auto overscroll-contain bg-surface', busy && 'opacity-60', className)}
    >
      {header}
      <ul
        aria-label={label}
        className={cn('relative bg-inherit', outlines[outline])}
        style={{ height: items.length * rowHeight, '--outline': `${rowHeight}px` } as CSSProperties}
      >
        {shown.map(row => {
          const item = items[row.index]
          if (item === undefined) return null
          return (
            <li
              key={row.key}
              aria-setsize={hasMore ? -1 : items.length}
              aria-posinset={row.index + 1}
              // Positioned by layout; with a transform each row would be a layer of its own.
              className="absolute inset-x-0 bg-inherit [contain:size_layout_style]"
              style={{ height: rowHeight, top: row.start - headerHeight }}
            >
              {children(item, row.index)}
            </li>
          )
        })}
      </ul>
      {loadingMore && (
        <div className="flex h-10 items-center justify-center text-ink-2">
          <Spinner />
        </div>
      )}
      {footer}
    </div>
  )
}

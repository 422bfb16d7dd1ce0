import type { Range, Virtualizer, VirtualizerOptions } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { lazyModule } from '#/lib/lazy-module.ts'
import { useStore } from '#/lib/store.ts'
import { idle } from '#/lib/when-idle.ts'
import type { DrawnRow, Flight } from './flight.ts'

/**
 * Rows drawn before the virtualizer is loaded: more than the tallest window of a first page shows.
 */
const FIRST = 30
/** Rows drawn above and below those in view. */
const OVERSCAN = 4
/** Time without scrolling after which a list counts as standing still, ms. */
const REST_MS = 80

/** The virtualizer, which no first screen needs: it is a thirtieth of the first load's budget. */
export const virtualizer = lazyModule(() => import('@tanstack/react-virtual'))

interface Rows {
  count: number
  /** Height of one row, px. */
  rowHeight: number
  keyOf: (index: number) => string | number
  scroller: RefObject<HTMLDivElement | null>
  flight: Flight
  /** Height of a header that stays in view above the rows, px. */
  headerHeight: number
}

/**
 * Returns the rows to draw: those in view and a few around them, or the first thirty until the
 * virtualizer is loaded. `start` is in px and contains `headerHeight`.
 */
export function useRowsInView({ count, rowHeight, keyOf, scroller, flight, headerHeight }: Rows): {
  rows: DrawnRow[]
  /** Rows in view, without those around them; null while the list has no size. */
  range: Pick<Range, 'startIndex' | 'endIndex'> | null
  /**
   * Scrolls a row into view; does nothing until the virtualizer is
   * loaded, and is another function then.
   */
  scrollToRow: (index: number) => void
} {
  const library = useStore(virtualizer.store)
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const estimateSize = useCallback(() => rowHeight, [rowHeight])
  const options =
    library &&
    ({
      count,
      getScrollElement: () => scroller.current,
      estimateSize,
      getItemKey: keyOf,
      observeElementRect: library.observeElementRect,
      observeElementOffset: (list, report) => flight.observe(library.observeElementOffset, list, report),
      scrollToFn: library.elementScroll,
      // Rows scrolled to must be there in the frame that shows them.
      onChange: (_, scrolls) => (scrolls ? flushSync(redraw) : redraw()),
      isScrollingResetDelay: REST_MS,
      overscan: OVERSCAN,
      scrollMargin: headerHeight,
      scrollPaddingStart: headerHeight,
    } satisfies VirtualizerOptions<HTMLDivElement, Element>)
  // biome-ignore lint/correctness/useExhaustiveDependencies: later options reach it through setOptions
  const list: Virtualizer<HTMLDivElement, Element> | null = useMemo(
    () => library && new library.Virtualizer(options!),
    [library],
  )
  if (list && options) list.setOptions(options)
  useLayoutEffect(() => list?._didMount(), [list])
  useLayoutEffect(() => list?._willUpdate())
  const scrollToRow = useCallback((index: number) => list?.scrollToIndex(index, { align: 'auto' }), [list])
  const long = count > FIRST
  useEffect(() => {
    // Scrolling needs it for a long list only; every other list may have become one by then.
    if (long) virtualizer.preload()
    else void idle().then(virtualizer.preload)
  }, [long])

  const inView = list?.getVirtualItems() ?? []
  // It knows none before it has measured its window: the first ones stay meanwhile.
  if (list && inView.length > 0) return { rows: inView, range: list.range, scrollToRow }
  const rows = Array.from({ length: Math.min(count, FIRST) }, (_, index) => ({
    index,
    key: keyOf(index),
    start: headerHeight + index * rowHeight,
  }))
  return { rows, range: null, scrollToRow }
}

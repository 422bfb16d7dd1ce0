import { observeElementOffset, type Range, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { type Key, useEffect, useReducer, useRef } from 'react'

/** Rows a frame: what goes faster cannot be read, so it need not be drawn. */
const TOO_FAST = 0.6
/** Rows a frame: what goes slower can be. Between the two it stays as it was. */
const READABLE = 0.3
/** Steps in a row that are too fast: one alone is a jump, and whoever jumped looks. */
const STEPS = 2
const FRAME_MS = 1000 / 60
/** How long a list goes where the keyboard led it: there it is drawn, however fast. */
const LED_MS = 200
/** Rows drawn a frame when a flight ends: all of them at once would be felt as a jerk. */
const PORTION = 2

type List = Virtualizer<HTMLDivElement, Element>

/** Whether a list flies past faster than it can be read. */
export class Flight {
  readonly #rowHeight: number
  #flies = false
  #ledAt = Number.NEGATIVE_INFINITY
  /** The rows behind a flight are still being drawn. */
  landing = false

  constructor(rowHeight: number) {
    this.#rowHeight = rowHeight
  }

  get flies() {
    return this.#flies
  }

  /** The keyboard is about to scroll. */
  lead() {
    this.#ledAt = performance.now()
  }

  /** Where the list stands, as the virtualizer is told: nothing while it flies, so that nothing is drawn. */
  readonly observe = (list: List, report: (offset: number, scrolls: boolean) => void) => {
    let at = list.scrollElement?.scrollTop ?? 0
    let since = performance.now()
    let fast = 0
    return observeElementOffset(list, (offset, scrolls) => {
      const now = performance.now()
      // By time, not by step: a page that is late with its frames does not fly for that.
      const speed = (Math.abs(offset - at) / this.#rowHeight) * (FRAME_MS / Math.max(FRAME_MS, now - since))
      at = offset
      since = now
      if (!scrolls || speed < READABLE || now - this.#ledAt < LED_MS) fast = 0
      else if (speed > TOO_FAST) fast++
      if (fast >= STEPS) this.#flies = true
      else if (fast === 0 && this.#flies) {
        this.#flies = false
        this.landing = true
      }
      if (!this.#flies) report(offset, scrolls)
    })
  }
}

/** Rows that are to be drawn now: all of them, but when a flight ends a few more each frame, those in view first. */
export function useInPortions(
  rows: VirtualItem[],
  flight: Flight,
  view: Pick<Range, 'startIndex' | 'endIndex'> | null,
) {
  const [, again] = useReducer((count: number) => count + 1, 0)
  const drawn = useRef<ReadonlySet<Key>>(new Set())
  const inView = ({ index }: VirtualItem) => !view || (index >= view.startIndex && index <= view.endIndex)
  const missing = flight.landing ? rows.filter(({ key }) => !drawn.current.has(key)) : []
  const next = [...missing.filter(inView), ...missing.filter(row => !inView(row))].slice(0, PORTION)
  const portion = flight.landing ? rows.filter(row => next.includes(row) || drawn.current.has(row.key)) : rows
  useEffect(() => {
    drawn.current = new Set(portion.map(({ key }) => key))
    if (portion.length === rows.length) {
      flight.landing = false
      return
    }
    // Flying again: what is missing here is not seen any more.
    const frame = requestAnimationFrame(() => flight.flies || again())
    return () => cancelAnimationFrame(frame)
  })
  return portion
}

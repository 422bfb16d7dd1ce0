import type { observeElementOffset, Range, VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { type Key, useEffect, useReducer, useRef } from 'react'

/** Speed above which rows cannot be read and need not be drawn, rows per frame. */
const TOO_FAST = 0.6
/** Speed below which rows can be read again, rows per frame. Between the two the state stays. */
const READABLE = 0.3
/**
 * Number of consecutive steps above the limit: a single one is a jump, after which the person
 * reads.
 */
const STEPS = 2
const FRAME_MS = 1000 / 60
/** Time a list keeps drawing after the keyboard scrolled it, however fast, ms. */
const LED_MS = 200
/** Rows drawn per frame when a flight ends: all of them at once would be felt as a jerk. */
const PORTION = 2

/** Part of the library's item that a list needs. */
export type DrawnRow = Pick<VirtualItem, 'index' | 'key' | 'start'>
type List = Virtualizer<HTMLDivElement, Element>

/** Detects that a list scrolls past faster than it can be read. */
export class Flight {
  readonly #rowHeight: number
  #flies = false
  #ledAt = Number.NEGATIVE_INFINITY
  /** True if the rows after a flight are still being drawn. */
  landing = false

  constructor(rowHeight: number) {
    this.#rowHeight = rowHeight
  }

  get flies() {
    return this.#flies
  }

  /** Called before the keyboard scrolls. */
  lead() {
    this.#ledAt = performance.now()
  }

  /**
   * Reports the scroll position to the virtualizer: nothing during a flight, so that nothing is
   * drawn.
   */
  readonly observe = (
    observeOffset: typeof observeElementOffset,
    list: List,
    report: (offset: number, scrolls: boolean) => void,
  ) => {
    let at = list.scrollElement?.scrollTop ?? 0
    let since = performance.now()
    let fast = 0
    return observeOffset(list, (offset, scrolls) => {
      const now = performance.now()
      // By time, not by step: a page with late frames does not count as a flight.
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

/**
 * Returns the rows to draw now: all of them, but after a flight a few more with each frame, the
 * visible ones first.
 */
export function useInPortions(rows: DrawnRow[], flight: Flight, view: Pick<Range, 'startIndex' | 'endIndex'> | null) {
  const [, again] = useReducer((count: number) => count + 1, 0)
  const drawn = useRef<ReadonlySet<Key>>(new Set())
  const inView = ({ index }: DrawnRow) => !view || (index >= view.startIndex && index <= view.endIndex)
  const missing = flight.landing ? rows.filter(({ key }) => !drawn.current.has(key)) : []
  const next = [...missing.filter(inView), ...missing.filter(row => !inView(row))].slice(0, PORTION)
  const portion = flight.landing ? rows.filter(row => next.includes(row) || drawn.current.has(row.key)) : rows
  useEffect(() => {
    drawn.current = new Set(portion.map(({ key }) => key))
    if (portion.length === rows.length) {
      flight.landing = false
      return
    }
    // Another flight has begun: the missing rows are out of view.
    const frame = requestAnimationFrame(() => flight.flies || again())
    return () => cancelAnimationFrame(frame)
  })
  return portion
}

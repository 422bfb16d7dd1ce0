import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the bottom within which the list follows new messages, px. */
const NEAR_BOTTOM = 80

interface LogScroll {
  /** Ids of the first and the last shown message, and of the last one being sent; '' without. */
  first: string
  last: string
  sending: string
  /** True if the box is rendered. */
  isShown: boolean
  /** Distance from the top at which `onTop` is called, px. */
  nearTop: number
  /**
   * Called near the top, and when the content does not fill the box: such a box is never scrolled.
   */
  onTop: () => void
  /** True if a fetch is under way: nothing more is requested until it has ended. */
  isFetching: boolean
  /** Returns the number of others' messages after this one. */
  othersSince: (last: string) => number
  /**
   * The shown messages end before the newest: nothing is followed, and newer ones are requested
   * near the end.
   */
  held?: boolean
  onEnd?: () => void
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM

/**
 * Scrolls a conversation: it follows the newest message unless the person has scrolled up, and
 * older messages loaded above do not move the text being read.
 */
export function useLogScroll({
  first,
  last,
  sending,
  isShown,
  nearTop,
  onTop,
  isFetching,
  othersSince,
  held = false,
  onEnd,
}: LogScroll) {
  const [missed, setMissed] = useState(0)
  const [away, setAway] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const lastTop = useRef(0)
  const measured = useRef({ height: 0, first: '', last: '', sending: '' })
  const counted = useRef(othersSince)
  counted.current = othersSince

  // Older messages above must not move the text being read; newer ones are followed at the end.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const before = measured.current
    if (before.first !== '' && before.first !== first && before.last === last) {
      element.scrollTop += element.scrollHeight - before.height
    } else if (following.current || (sending !== '' && sending !== before.sending)) {
      element.scrollTop = element.scrollHeight
      following.current = true
    } else if (before.last !== last && before.last !== '') {
      const fresh = counted.current(before.last)
      setMissed(count => count + fresh)
    }
    lastTop.current = element.scrollTop
    measured.current = { height: element.scrollHeight, first, last, sending }
  }, [first, last, sending])

  const reachTop = useRef(onTop)
  reachTop.current = () => {
    const element = box.current
    if (element && element.scrollTop < nearTop && !isFetching) onTop()
  }
  // Pictures and fonts may still change the height after the first paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box exists once the first page is there
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const observer = new ResizeObserver(() => {
      if (following.current) element.scrollTop = element.scrollHeight
      measured.current.height = element.scrollHeight
      // A window that grew may show more than is loaded.
      if (element.scrollHeight <= element.clientHeight) reachTop.current()
    })
    observer.observe(content)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isShown])

  // A person at the top cannot scroll there again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at with each page that came
  useEffect(() => {
    // In the middle of the past, older pages would compete with the newer ones that are appended.
    if (!held) reachTop.current()
  }, [first, isShown, isFetching, held])

  const scrolled = () => {
    const element = box.current
    if (!element) return
    const near = isAtEnd(element)
    // Only a person scrolls up; content that grows below merely moves the end further away.
    if (near && !held) following.current = true
    else if (element.scrollTop < lastTop.current - 1) following.current = false
    lastTop.current = element.scrollTop
    setAway(held || (!near && !following.current))
    if (following.current) setMissed(0)
    reachTop.current()
    if (near && held) onEnd?.()
  }

  const toEnd = () => {
    const element = box.current
    if (element) element.scrollTo({ top: element.scrollHeight, behavior: 'smooth' })
  }
  /** Stops following the newest message, before something further up is shown. */
  const stay = useCallback(() => {
    following.current = false
  }, [])
  /** Follows the newest message, which is about to be shown. */
  const follow = useCallback(() => {
    following.current = true
    setAway(false)
    setMissed(0)
  }, [])
  /**
   * Scrolls an element into the upper part of the box; the newest message is followed only if that
   * is the end.
   */
  const show = useCallback((shown: Element) => {
    const element = box.current
    if (!element) return
    const room = element.clientHeight / 5
    element.scrollTop += shown.getBoundingClientRect().top - element.getBoundingClientRect().top - room
    lastTop.current = element.scrollTop
    following.current = isAtEnd(element)
    setAway(!following.current)
  }, [])
  return { box, away, missed, scrolled, toEnd, stay, follow, show }
}

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the bottom at which the list follows what comes. */
const NEAR_BOTTOM = 80

interface LogScroll {
  /** Ids of the first and the last message that are shown, and of the last that is being sent; '' without. */
  first: string
  last: string
  sending: string
  /** Whether the box is there. */
  isShown: boolean
  /** Pixels from the top at which `onTop` is called. */
  nearTop: number
  /** Called near the top, and when what came does not fill the room: such a box is never scrolled. */
  onTop: () => void
  /** Something is being fetched: nothing more is asked for meanwhile, but when it came. */
  isFetching: boolean
  /** Messages of others behind this one. */
  othersSince: (last: string) => number
  /** What is shown ends before the newest: nothing is followed, and newer ones are asked for near the end. */
  held?: boolean
  onEnd?: () => void
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM

/** How a conversation scrolls: it follows the newest unless the person scrolled up, and older messages above do not move what is read. */
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

  // Older messages above must not move what is being read; newer ones are followed when one stands at the end.
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
      // A window that grew may show more than there is.
      if (element.scrollHeight <= element.clientHeight) reachTop.current()
    })
    observer.observe(content)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isShown])

  // Who stands at the top cannot scroll there again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at with each page that came
  useEffect(() => {
    // In the middle of the past older ones would push against what newer ones are put behind.
    if (!held) reachTop.current()
  }, [first, isShown, isFetching, held])

  const scrolled = () => {
    const element = box.current
    if (!element) return
    const near = isAtEnd(element)
    // Only a person scrolls up; content that grows below merely leaves the end further away.
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
  /** Something further up is about to be shown: the newest is not followed any more. */
  const stay = useCallback(() => {
    following.current = false
  }, [])
  /** The newest is about to be shown, and followed from there. */
  const follow = useCallback(() => {
    following.current = true
    setAway(false)
    setMissed(0)
  }, [])
  /** Brings an element into the upper part of the box; the newest is followed only where that is the end. */
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

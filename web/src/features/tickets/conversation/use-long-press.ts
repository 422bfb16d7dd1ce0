import { type MouseEvent, type TouchEvent, useEffect, useRef } from 'react'

/** Time a finger rests to open the menu, ms. */
const REST_MS = 450
/** Distance a resting finger may move, px. */
const TREMBLE = 10

/**
 * Returns the handlers of an element with a long press; they suppress the click that would follow,
 * and the platform's own menu.
 */
export function useLongPress(run: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const done = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onTouchStart: (event: TouchEvent) => {
      stop()
      done.current = false
      const touch = event.touches[0]
      if (event.touches.length !== 1 || !touch) return
      start.current = { x: touch.clientX, y: touch.clientY }
      timer.current = setTimeout(() => {
        done.current = true
        run()
      }, REST_MS)
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const { x, y } = start.current
      const touch = touches[0]
      if (!touch || Math.hypot(touch.clientX - x, touch.clientY - y) > TREMBLE) stop()
    },
    onTouchEnd: (event: TouchEvent) => {
      stop()
      if (done.current && event.cancelable) event.preventDefault()
    },
    onTouchCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      if (done.current) event.preventDefault()
    },
  }
}

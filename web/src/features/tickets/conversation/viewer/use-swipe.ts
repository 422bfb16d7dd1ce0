import { type PointerEvent, useRef, useState } from 'react'

/** Distance of a swipe that counts, px, and its speed that counts for a shorter one, px/ms. */
const FAR = 80
const FAST = 0.5
const SHORT = 24

/**
 * Turns a finger's swipe over a fitted picture into steps, and one downwards into closing; `x` is
 * how far the picture follows it.
 */
export function useSwipe(
  isOn: boolean,
  {
    onLeft,
    onRight,
    onDown,
  }: { onLeft?: (() => void) | undefined; onRight?: (() => void) | undefined; onDown: () => void },
) {
  const begun = useRef<{ id: number; x: number; y: number; at: number } | null>(null)
  const fingers = useRef(new Set<number>())
  const [x, setX] = useState(0)
  const end = () => {
    begun.current = null
    setX(0)
  }
  return {
    x,
    handlers: {
      onPointerDown({ pointerId, pointerType, clientX, clientY, timeStamp }: PointerEvent) {
        if (pointerType !== 'touch') return
        fingers.current.add(pointerId)
        // A second finger zooms.
        if (!isOn || fingers.current.size > 1) return end()
        begun.current = { id: pointerId, x: clientX, y: clientY, at: timeStamp }
      },
      onPointerMove({ pointerId, clientX }: PointerEvent) {
        const from = begun.current
        if (from?.id !== pointerId) return
        const moved = clientX - from.x
        // Where there is nothing more, it resists.
        setX(moved > 0 ? (onRight ? moved : moved / 4) : onLeft ? moved : moved / 4)
      },
      onPointerUp({ pointerId, clientX, clientY, timeStamp }: PointerEvent) {
        fingers.current.delete(pointerId)
        const from = begun.current
        if (from?.id !== pointerId) return
        end()
        const [across, down] = [clientX - from.x, clientY - from.y]
        const far = Math.max(Math.abs(across), Math.abs(down))
        const isSwipe = far > FAR || (far > SHORT && far / Math.max(1, timeStamp - from.at) > FAST)
        if (!isSwipe) return
        if (Math.abs(across) > Math.abs(down)) (across < 0 ? onLeft : onRight)?.()
        else if (down > 0) onDown()
      },
      onPointerCancel({ pointerId }: PointerEvent) {
        fingers.current.delete(pointerId)
        end()
      },
    },
  }
}

import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { FITTED, MAX_SCALE, type View, within, zoomed } from './zoom.ts'

/** Zoom factor of one step by button or key, and of a double click. */
const STEP = 1.5
const DOUBLE = 2.5
/** Distance an arrow key moves an enlarged picture, px. */
const MOVE = 80

type Point = { x: number; y: number }

/**
 * Zooms and pans the picture in a frame: wheel, pinch, double click, drag, keys and buttons.
 * Another `id` starts fitted.
 */
export function useZoom(id: string, frame: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const [state, setState] = useState({ id, view: FITTED })
  if (state.id !== id) setState({ id, view: FITTED })
  const view = state.id === id ? state.view : FITTED
  const [dragging, setDragging] = useState(false)
  const pointers = useRef(new Map<number, Point>())

  const change = useCallback(
    (next: (now: View) => View) =>
      setState(before => {
        if (!frame.current || !picture.current) return before
        const { clientWidth, clientHeight } = frame.current
        // Sizes before the transform: those of the fitted picture.
        const { offsetWidth, offsetHeight } = picture.current
        const fitted = { width: offsetWidth, height: offsetHeight }
        return { id, view: within(next(before.view), fitted, { width: clientWidth, height: clientHeight }) }
      }),
    [id, frame, picture],
  )
  /** Returns a point of the screen relative to the frame's middle. */
  const fromMiddle = useCallback(
    ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const box = frame.current?.getBoundingClientRect()
      return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
    },
    [frame],
  )

  useEffect(() => {
    const element = frame.current
    if (!element) return
    // React listens passively, and then the page itself would zoom.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      // A touchpad's pinch arrives as a wheel event with Ctrl, in smaller steps.
      const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002))
      const point = fromMiddle(event)
      change(now => zoomed(now, factor, point))
    }
    element.addEventListener('wheel', wheel, { passive: false })
    const observer = new ResizeObserver(() => change(now => now))
    observer.observe(element)
    return () => {
      element.removeEventListener('wheel', wheel)
      observer.disconnect()
    }
  }, [frame, change, fromMiddle])

  const step = (factor: number) => change(now => zoomed(now, factor, { x: 0, y: 0 }))
  const move = (x: number, y: number) => change(now => ({ ...now, x: now.x + x, y: now.y + y }))
  const reset = () => change(() => FITTED)

  const pointerMoved = (event: PointerEvent) => {
    const all = pointers.current
    const before = all.get(event.pointerId)
    if (!before) return
    const now = fromMiddle(event)
    const other = [...all].find(([id]) => id !== event.pointerId)?.[1]
    all.set(event.pointerId, now)
    if (!other) return move(now.x - before.x, now.y - before.y)
    // Two fingers: their distance zooms around their middle, and moving that pans the picture.
    const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y)
    const factor = apart(before) > 0 ? apart(now) / apart(before) : 1
    const middle = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 }
    change(view => {
      const grown = zoomed(view, factor, middle)
      return { ...grown, x: grown.x + (now.x - before.x) / 2, y: grown.y + (now.y - before.y) / 2 }
    })
  }
  const pointerGone = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    setDragging(pointers.current.size > 0)
  }

  return {
    view,
    dragging,
    isFitted: view.scale === 1,
    isLargest: view.scale >= MAX_SCALE,
    zoomIn: () => step(STEP),
    zoomOut: () => step(1 / STEP),
    reset,
    /** Handles a key. Returns whether it zoomed, or moved an enlarged picture. */
    onKey(key: string): boolean {
      if (key === '+' || key === '=') step(STEP)
      else if (key === '-') step(1 / STEP)
      else if (key === '0') reset()
      else if (view.scale === 1) return false
      else if (key === 'ArrowLeft') move(MOVE, 0)
      else if (key === 'ArrowRight') move(-MOVE, 0)
      else if (key === 'ArrowUp') move(0, MOVE)
      else if (key === 'ArrowDown') move(0, -MOVE)
      else return false
      return true
    },
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, fromMiddle(event))
        setDragging(true)
      },
      onPointerMove: pointerMoved,
      onPointerUp: pointerGone,
      onPointerCancel: pointerGone,
      onDoubleClick(event: React.MouseEvent) {
        const point = fromMiddle(event)
        change(now => (now.scale > 1 ? FITTED : zoomed(now, DOUBLE, point)))
      },
    },
  }
}

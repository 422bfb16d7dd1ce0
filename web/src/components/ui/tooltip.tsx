import { Slot } from 'radix-ui'
import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { lazyModule } from '#/lib/lazy-module.ts'
import { useStore } from '#/lib/store.ts'

/**
 * Positions the hint; loaded with the first one that is shown, since the controls render without
 * it.
 */
export const tooltipBubble = lazyModule(() => import('./tooltip-bubble.tsx'))

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

interface TooltipProps {
  content: ReactNode
  side?: TooltipSide | undefined
  /**
   * Shows the hint under a resting finger, too, which then does nothing else: for information that
   * is nowhere else.
   */
  hold?: boolean
  children: ReactNode
}

/**
 * Delay before a hint (none right after another one), and the time to reach the hint itself, ms.
 */
const OPEN_MS = 400
const NEIGHBOUR_MS = 200
const LEAVE_MS = 120
/** Time a finger rests before the hint shows, and time the hint then stays, ms. */
const HOLD_MS = 450
const READ_MS = 4000

/**
 * Set while the focus returns to its control, from a menu or a dialog: the person already knows the
 * control.
 */
let comesBack = false

/** Returns the focus to a control, without showing its hint. */
export function giveFocusBack(control: HTMLElement | null | undefined) {
  comesBack = true
  control?.focus()
  comesBack = false
}

let closeShown: (() => void) | null = null
let closedAt = 0

/**
 * Shows a hint on hover and focus, with `hold` under a resting finger, too. The child must accept a
 * ref and carries its own accessible name.
 */
export function Tooltip({ content, side = 'top', hold = false, children }: TooltipProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  const timer = useRef(0)
  const held = useRef(false)
  const id = useId()

  const later = (act: () => void, after: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(act, after)
  }
  const close = useRef(() => {
    clearTimeout(timer.current)
    held.current = false
    setOpen(false)
    if (closeShown !== close.current) return
    closeShown = null
    closedAt = Date.now()
  })
  const show = () => {
    clearTimeout(timer.current)
    if (closeShown !== close.current) closeShown?.()
    closeShown = close.current
    setOpen(true)
  }
  const stay = () => clearTimeout(timer.current)
  const leave = () => later(close.current, LEAVE_MS)
  useEffect(() => close.current, [])

  const says = content !== null && content !== undefined && content !== ''
  useEffect(() => {
    if (!says) close.current()
  }, [says])
  const shown = open && says
  return (
    <>
      <Slot.Root
        ref={anchor}
        {...(shown ? { 'aria-describedby': id } : {})}
        onPointerEnter={(event: PointerEvent) => {
          if (event.pointerType === 'touch' || !content) return
          tooltipBubble.preload()
          if (open) stay()
          else if (closeShown || Date.now() - closedAt < NEIGHBOUR_MS) show()
          else later(show, OPEN_MS)
        }}
        onPointerLeave={({ pointerType }: PointerEvent) => {
          if (held.current && pointerType === 'touch') later(close.current, READ_MS)
          else if (open) leave()
          else stay()
        }}
        onPointerDown={({ pointerType }: PointerEvent) => {
          close.current()
          if (!hold || pointerType !== 'touch') return
          tooltipBubble.preload()
          later(() => {
            held.current = true
            show()
          }, HOLD_MS)
        }}
        onContextMenu={(event: MouseEvent) => {
          if (held.current) event.preventDefault()
        }}
        // Captured before the control gets the click: the finger that rested did not press.
        onClickCapture={(event: MouseEvent) => {
          if (held.current) event.stopPropagation()
          else close.current()
        }}
        onFocus={(event: React.FocusEvent) => {
          if (content && !comesBack && event.target.matches(':focus-visible')) show()
        }}
        onBlur={close.current}
      >
        {children}
      </Slot.Root>
      {shown && (
        <Bubble id={id} side={side} anchor={anchor} onEnter={stay} onLeave={leave} onClose={close.current}>
          {content}
        </Bubble>
      )}
    </>
  )
}

export interface BubbleProps {
  id: string
  side: TooltipSide
  anchor: React.RefObject<HTMLElement | null>
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * Shows the loaded bubble. A failed load is not reported: the hint only repeats the control's name.
 */
function Bubble(props: BubbleProps) {
  const parts = useStore(tooltipBubble.store)
  useEffect(tooltipBubble.preload, [])
  return parts && <parts.TooltipBubble {...props} />
}

import { Slot } from 'radix-ui'
import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { onDemand } from '#/lib/on-demand.ts'
import { useStore } from '#/lib/store.ts'

/** What places the hint comes when the first one is wanted: the controls themselves are drawn without it. */
export const tooltipBubble = onDemand(() => import('./tooltip-bubble.tsx'))

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

interface TooltipProps {
  content: ReactNode
  side?: TooltipSide | undefined
  /** Shown by a finger that rests on the control too, which then does nothing else: for what is told nowhere else. */
  hold?: boolean
  children: ReactNode
}

/** Patience before a hint, none right after another one, and the time to reach the hint itself. */
const OPEN_MS = 400
const NEIGHBOUR_MS = 200
const LEAVE_MS = 120
/** How long a finger rests, and how long what it asked for stays. */
const HOLD_MS = 450
const READ_MS = 4000

/** The focus comes back to where it was, from a menu or a dialog: nobody has come to a control they do not know. */
let comesBack = false

/** Gives the focus back to a control, without its hint. */
export function giveFocusBack(control: HTMLElement | null | undefined) {
  comesBack = true
  control?.focus()
  comesBack = false
}

let closeShown: (() => void) | null = null
let closedAt = 0

/** A hint on hover and focus, with `hold` under a resting finger too. The child must accept a ref and carries its own accessible name. */
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
        // Before the control hears of it: the finger that asked did not press.
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

/** Nobody is told of a hint that could not be fetched: it only repeats what its control is called. */
function Bubble(props: BubbleProps) {
  const parts = useStore(tooltipBubble.store)
  useEffect(tooltipBubble.preload, [])
  return parts && <parts.TooltipBubble {...props} />
}

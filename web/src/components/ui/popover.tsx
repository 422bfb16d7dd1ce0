import { Slot } from 'radix-ui'
import { createContext, type ReactNode, type RefObject, use, useId, useRef, useState } from 'react'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import type { PopoverPanelProps } from './popover-panel.tsx'

/**
 * Positions the panel; loaded with the first one that is opened, since the controls render without
 * it.
 */
export const popoverPanel = lazyModule(() => import('./popover-panel.tsx'))

interface State {
  open: boolean
  setOpen: (open: boolean) => void
  anchor: RefObject<HTMLElement | null>
  panelId: string
}

const Context = createContext<State | null>(null)

interface PopoverProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** Shows a panel beside the control that opens it; its state is its own, or given by `open`. */
export function Popover({ open, onOpenChange, children }: PopoverProps) {
  const [own, setOwn] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  const panelId = useId()
  const setOpen = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  return <Context value={{ open: open ?? own, setOpen, anchor, panelId }}>{children}</Context>
}

/** Makes its child, a button, open and close the panel. */
export function PopoverTrigger({ children }: { children: ReactNode }) {
  const { open, setOpen, anchor, panelId } = use(Context)!
  return (
    <Slot.Root
      ref={anchor}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      data-state={open ? 'open' : 'closed'}
      onPointerEnter={popoverPanel.preload}
      onFocus={popoverPanel.preload}
      onClick={() => setOpen(!open)}
    >
      {children}
    </Slot.Root>
  )
}

export function PopoverContent(props: Omit<PopoverPanelProps, 'id' | 'anchor' | 'onClose'>) {
  const { open, setOpen, anchor, panelId } = use(Context)!
  return open && <Panel {...props} id={panelId} anchor={anchor} onClose={() => setOpen(false)} />
}

function Panel(props: PopoverPanelProps) {
  const parts = useLazyModule(popoverPanel, props.onClose)
  return parts && <parts.PopoverPanel {...props} />
}

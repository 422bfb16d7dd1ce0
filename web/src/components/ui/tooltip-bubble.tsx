import { Portal } from 'radix-ui'
import { DismissableLayer, Popper } from 'radix-ui/internal'
import { useEffect } from 'react'
import type { BubbleProps } from './tooltip.tsx'

/**
 * Shows the hint beside its control. The pointer can move onto it, Esc closes it, and scrolling
 * hides it.
 */
export function TooltipBubble({ id, side, anchor, onEnter, onLeave, onClose, children }: BubbleProps) {
  useEffect(() => {
    const scrolled = ({ target }: Event) => {
      if (target instanceof Node && target.contains(anchor.current)) onClose()
    }
    window.addEventListener('scroll', scrolled, { capture: true })
    return () => window.removeEventListener('scroll', scrolled, { capture: true })
  }, [anchor, onClose])
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchor as React.RefObject<HTMLElement>} />
      <Portal.Root asChild>
        <DismissableLayer.Root asChild onFocusOutside={event => event.preventDefault()} onDismiss={onClose}>
          <Popper.Content
            id={id}
            role="tooltip"
            side={side}
            sideOffset={6}
            collisionPadding={8}
            onPointerEnter={onEnter}
            onPointerLeave={onLeave}
            className="z-50 max-w-72 animate-fade rounded-md bg-ink px-2 py-1 text-surface text-xs"
          >
            {children}
          </Popper.Content>
        </DismissableLayer.Root>
      </Portal.Root>
    </Popper.Root>
  )
}

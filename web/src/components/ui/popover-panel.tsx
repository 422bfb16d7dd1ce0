import { Popover as Primitive } from 'radix-ui'
import { type ComponentProps, type RefObject, useRef } from 'react'
import { cn } from '#/lib/cn.ts'
import { giveFocusBack } from './tooltip.tsx'

export interface PopoverPanelProps extends ComponentProps<typeof Primitive.Content> {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Shows an open panel beside its control. */
export function PopoverPanel({ anchor, onClose, className, ...props }: PopoverPanelProps) {
  const leftByPointer = useRef(false)
  return (
    <Primitive.Root open onOpenChange={next => !next && onClose()}>
      <Primitive.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Primitive.Portal>
        <Primitive.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          {...props}
          onInteractOutside={event => {
            // The control closes it itself; if closed here, it would open again.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
            else leftByPointer.current = true
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            if (!leftByPointer.current) giveFocusBack(anchor.current)
          }}
          className={cn(
            'z-50 max-h-(--radix-popover-content-available-height) max-w-(--radix-popover-content-available-width) animate-enter overflow-y-auto rounded-md border border-line-strong bg-raised p-3 text-ink shadow-overlay outline-none',
            className,
          )}
        />
      </Primitive.Portal>
    </Primitive.Root>
  )
}

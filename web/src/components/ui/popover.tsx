import { Popover as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

export const Popover = Primitive.Root
export const PopoverTrigger = Primitive.Trigger

export function PopoverContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="start"
        sideOffset={6}
        collisionPadding={8}
        {...props}
        className={cn(
          'z-50 max-h-(--radix-popover-content-available-height) animate-enter overflow-y-auto rounded-md border border-line-strong bg-raised p-3 text-ink shadow-overlay outline-none',
          className,
        )}
      />
    </Primitive.Portal>
  )
}

import { Tabs as Primitive } from 'radix-ui'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cn } from '#/lib/cn.ts'

export const Tabs = Primitive.Root

/** Shows the tabs in one strip, which scrolls to the open one where it has no room for all. */
export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  const strip = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(null)
  useLayoutEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[data-state=active]')
    if (!strip.current || !open || open === last.current) return
    last.current = open
    // In the middle, so that its neighbours show, too.
    strip.current.scrollLeft = open.offsetLeft - (strip.current.clientWidth - open.offsetWidth) / 2
  })
  return (
    <Primitive.List
      {...props}
      ref={strip}
      className={cn('relative flex gap-1 overflow-x-auto border-line border-b', className)}
    />
  )
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...props}
      className={cn(
        '-mb-px flex h-control items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-ink-2 transition-colors -outline-offset-2 hover:text-ink data-[state=active]:border-accent-ink data-[state=active]:text-ink',
        className,
      )}
    />
  )
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...props} className={cn('outline-offset-2', className)} />
}

/**
 * Shows a switch of two or three views inside one place (Em atendimento | Aguardando). Same
 * keyboard as tabs.
 */
export function SegmentedList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List {...props} className={cn('flex rounded-md bg-active p-0.5', className)} />
}

export function SegmentedTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...props}
      className={cn(
        'flex h-[calc(var(--control-h)-6px)] flex-1 touch:h-control items-center justify-center gap-2 whitespace-nowrap rounded-[6px] px-3 font-medium text-ink-2 text-sm transition-colors hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink dark:data-[state=active]:bg-line-strong',
        className,
      )}
    />
  )
}

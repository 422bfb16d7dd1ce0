import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { cn } from '#/lib/cn.ts'

/**
 * Shows a dense table in a bordered card that scrolls sideways inside itself, never the page; by
 * keys, too, once it is wider than its card.
 */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  const card = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const box = card.current!
    const measure = () => setScrolls(box.scrollWidth > box.clientWidth)
    measure()
    const sizes = new ResizeObserver(measure)
    for (const each of [box, box.firstElementChild!]) sizes.observe(each)
    return () => sizes.disconnect()
  }, [])
  return (
    <div
      ref={card}
      {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': props['aria-label'] } : {})}
      className="overflow-x-auto rounded-md border border-line bg-surface"
    >
      <table {...props} className={cn('w-full border-collapse text-left', className)} />
    </div>
  )
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead {...props} className={cn('border-line border-b bg-bg text-ink-2 text-xs', props.className)} />
}

export function TableHeader({ numeric, className, ...props }: ComponentProps<'th'> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      {...props}
      className={cn('h-9 whitespace-nowrap px-3 font-medium', numeric && 'text-right', className)}
    />
  )
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr {...props} className={cn('border-line border-b last:border-0 hover:bg-hover/60', className)} />
}

export function TableCell({ numeric, className, ...props }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td {...props} className={cn('h-row max-w-72 truncate px-3 py-1', numeric && 'tabular text-right', className)} />
  )
}

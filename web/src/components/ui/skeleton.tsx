import { cn } from '#/lib/cn.ts'

/** Shows a grey shape in place of content; only for a first load. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-sm bg-active', className)} />
}

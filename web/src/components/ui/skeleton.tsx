import { cn } from '#/lib/cn.ts'

/** A grey shape of what will stand here; only for a first load. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-sm bg-active', className)} />
}

import { Skeleton } from '#/components/ui/skeleton.tsx'

const WIDTHS = ['w-2/5', 'ml-auto w-1/3', 'w-1/2', 'w-1/4', 'ml-auto w-2/5']

/** Shows the outline of a conversation whose messages are loading. */
export function MessagesSkeleton({ label }: { label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden bg-bg p-4"
    >
      {WIDTHS.map(width => (
        <Skeleton key={width} className={`h-12 rounded-lg ${width}`} />
      ))}
    </div>
  )
}

import { Skeleton } from '#/components/ui/skeleton.tsx'

/** Shows the shape of a list's rows on its very first load. */
export function ListSkeleton({ label, rowHeight }: { label: string; rowHeight: number }) {
  return (
    <div role="status" aria-label={label} className="min-h-0 flex-1 overflow-hidden">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(key => (
        <div key={key} className="flex items-center gap-3 border-line border-b px-4" style={{ height: rowHeight }}>
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-2.5 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

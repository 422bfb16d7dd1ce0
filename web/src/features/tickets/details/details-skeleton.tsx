import { useTranslation } from 'react-i18next'
import { Skeleton } from '#/components/ui/skeleton.tsx'

/** Shows the contact while the panel with its details is fetched. */
export function DetailsSkeleton() {
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex flex-col items-center gap-2">
        <Skeleton className="size-20 rounded-full" />
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-4 w-28" />
      </div>
      <SectionsSkeleton />
    </div>
  )
}

/** Shows the shape of the sections while their data loads. */
export function SectionsSkeleton() {
  const { t } = useTranslation('tickets')
  return (
    <div role="status" aria-label={t('details.loading')} className="flex flex-col gap-5">
      {['h-16', 'h-24', 'h-12', 'h-24'].map((height, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <Skeleton key={i} className={height} />
      ))}
    </div>
  )
}

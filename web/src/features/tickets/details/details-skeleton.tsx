import { useTranslation } from 'react-i18next'
import { Skeleton } from '#/components/ui/skeleton.tsx'

/** Who the contact is, while the panel that shows it is fetched. */
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

/** What is known of them, while it is asked for. */
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

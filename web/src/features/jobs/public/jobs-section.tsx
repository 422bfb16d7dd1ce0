import type { Job } from '@balcao/shared/entities/job.ts'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '#/components/more-button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { JobRow } from '../job-row.tsx'
import type { useJobs } from './use-jobs.ts'

/** Shows the jobs in the bell: the progress of each, its result, and a button that stops it. */
export function JobsSection({ list, rows }: { list: ReturnType<typeof useJobs>; rows: readonly Job[] }) {
  const { t } = useTranslation('jobs')
  return (
    <div className="border-line border-t">
      <h3 id="jobs-title" className="px-3 pt-2 font-semibold">
        {t('title')}
      </h3>
      <Rows list={list} rows={rows} />
    </div>
  )
}

function Rows({ list, rows }: Parameters<typeof JobsSection>[0]) {
  const { t } = useTranslation('jobs')
  const { t: common } = useTranslation('common')
  if (rows.length > 0)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard, also when no row has a button
      <section tabIndex={0} aria-labelledby="jobs-title" className="max-h-72 overflow-y-auto rounded-md p-1">
        <ul aria-labelledby="jobs-title">
          {rows.map(job => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
        {list.hasNextPage && (
          <div className="p-1 text-center">
            <MoreButton list={list} size="sm" variant="ghost" />
          </div>
        )}
      </section>
    )
  if (list.isPending)
    return (
      <div role="status" aria-label={common('loading')} className="flex items-center gap-3 p-3">
        <Skeleton className="size-4 rounded-full" />
        <div className="flex-1 space-y-2">
          <Skeleton className="h-3 w-48 max-w-full" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
    )
  if (list.isError)
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  return <p className="px-3 pt-1 pb-4 text-ink-2">{t('none')}</p>
}

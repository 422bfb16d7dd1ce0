import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { applyListEvent } from '#/lib/apply-list-event.ts'

type Pages = InfiniteData<ResultOf<typeof jobs.list>>

/**
 * Applies a job to the cached lists and to the cached job itself. Events of a job may arrive out of
 * order: one that is older than the cached copy is dropped.
 */
export function applyJob(client: QueryClient, job: Job) {
  client.setQueryData<Job>(queryKey(jobs.get, { params: { id: job.id } }), seen =>
    seen && seen.updatedAt <= job.updatedAt ? job : seen,
  )
  const known = client
    .getQueriesData<Pages>({ queryKey: queryKey(jobs.list) })
    .flatMap(([, data]) => data?.pages.flatMap(page => page.jobs) ?? [])
    .find(row => row.id === job.id)
  if (known && known.updatedAt > job.updatedAt) return
  applyListEvent(client, jobs.list, 'jobs', { action: 'update', row: job })
}

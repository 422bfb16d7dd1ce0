import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/contract/route.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { applyListEvent } from '#/lib/queries.ts'

type Pages = InfiniteData<ResultOf<typeof jobs.list>>

/** Carries a job into the cached lists, and to who looks at it alone. Words about it may overtake each other: what is older than what is known is dropped. */
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

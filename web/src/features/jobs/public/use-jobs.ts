import { jobs } from '@balcao/shared/api/company/jobs.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { apiPages } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { seenTimes, useUnseenRows } from '#/lib/unseen-rows.ts'

/** Interval at which links to files are renewed, ms: they are valid for at least ten minutes. */
const FRESH_LINKS_MS = 5 * 60_000

/** Age up to which an ended job is new, ms, also in a new browser. */
const NOTICE_MS = 24 * 3600_000

const seenAt = seenTimes('jobs.seen')

export const isLive = ({ status }: Job): boolean => status === 'waiting' || status === 'running'

/**
 * Returns the jobs this user may see, newest first. `shown`: they are on screen now, so their links
 * are kept fresh.
 */
export function useJobs(shown: boolean) {
  return useInfiniteQuery({
    ...apiPages(jobs.list, { query: { limit: 20 } }),
    refetchInterval: shown ? FRESH_LINKS_MS : false,
  })
}

/**
 * Returns the user's own jobs that have ended since they last looked. While `shown`, all count as
 * seen.
 */
export function useUnseenJobs(rows: readonly Job[], shown: boolean): Job[] {
  const { id } = useUser()
  const recent = new Date(Date.now() - NOTICE_MS).toISOString()
  const ended = rows.filter(
    job => job.user.id === id && !isLive(job) && job.status !== 'canceled' && job.updatedAt > recent,
  )
  return useUnseenRows(seenAt, ended, { atOf: job => job.updatedAt, shown })
}

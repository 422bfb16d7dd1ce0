import { jobs } from '@balcao/shared/api/company/jobs.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localValue } from '#/lib/local-value.ts'
import { apiPages } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'

/** Interval at which links to files are renewed, ms: they are valid for at least ten minutes. */
const FRESH_LINKS_MS = 5 * 60_000

/** Age up to which an ended job is new, ms, also in a new browser. */
const NOTICE_MS = 24 * 3600_000

/** Time up to which each user of this browser has seen their ended jobs. */
const seenAt = localValue<Record<string, string>>(
  'jobs.seen',
  raw => {
    try {
      const kept: unknown = JSON.parse(raw ?? '{}')
      return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {}
    } catch {
      return {}
    }
  },
  JSON.stringify,
)

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
  const seen = useStore(seenAt)[id] ?? ''
  const recent = new Date(Date.now() - NOTICE_MS).toISOString()
  const unseen = rows.filter(
    job =>
      job.user.id === id && !isLive(job) && job.status !== 'canceled' && job.updatedAt > seen && job.updatedAt > recent,
  )
  const newest = unseen
    .map(job => job.updatedAt)
    .sort()
    .at(-1)
  useEffect(() => {
    if (shown && newest) seenAt.set(kept => ({ ...kept, [id]: newest }))
  }, [shown, newest, id])
  return unseen
}

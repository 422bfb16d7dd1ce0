import type { Job } from '@balcao/shared/entities/job.ts'
import { useTranslation } from 'react-i18next'
import { useJobTitle } from '../job-row.tsx'

/** Announces to screen readers, which cannot see the dot, that a job of the user has ended. */
export function UnseenJobsNotice({ unseen }: { unseen: readonly Job[] }) {
  const { t } = useTranslation('jobs')
  const titleOf = useJobTitle()
  const [job] = unseen
  return (
    <span role="status" className="sr-only">
      {job && t(job.status === 'failed' ? 'news.failed' : 'news.done', { title: titleOf(job) })}
    </span>
  )
}

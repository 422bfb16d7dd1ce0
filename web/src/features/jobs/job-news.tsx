import type { Job } from '@balcao/shared/entities/job.ts'
import { useTranslation } from 'react-i18next'
import { useJobTitle } from './job-row.tsx'

/** Says to who cannot see the dot that a job of theirs ended. */
export function JobNews({ unseen }: { unseen: readonly Job[] }) {
  const { t } = useTranslation('jobs')
  const titleOf = useJobTitle()
  const [job] = unseen
  return (
    <span role="status" className="sr-only">
      {job && t(job.status === 'failed' ? 'news.failed' : 'news.done', { title: titleOf(job) })}
    </span>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JobNews } from '#/features/jobs/job-news.tsx'
import { JobsSection } from '#/features/jobs/jobs-section.tsx'
import { useJobs, useUnseenJobs } from '#/features/jobs/use-jobs.ts'
import { NotificationsBell } from '#/features/tickets/notifications-bell.tsx'

/** The one bell: messages that wait, and long work. */
export function Bell() {
  const { t } = useTranslation('jobs')
  const [open, setOpen] = useState(false)
  const list = useJobs(open)
  const rows = list.data?.pages.flatMap(page => page.jobs) ?? []
  const unseen = useUnseenJobs(rows, open)
  return (
    <>
      <NotificationsBell open={open} onOpenChange={setOpen} news={unseen.length > 0 ? t('unseen') : undefined}>
        <JobsSection list={list} rows={rows} />
      </NotificationsBell>
      <JobNews unseen={unseen} />
    </>
  )
}

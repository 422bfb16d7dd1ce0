import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemindersSection, UnseenRemindersNotice } from '#/features/contracts/public/reminders-section.tsx'
import { useReminders, useUnseenReminders } from '#/features/contracts/public/use-reminders.ts'
import { JobsSection } from '#/features/jobs/public/jobs-section.tsx'
import { UnseenJobsNotice } from '#/features/jobs/public/unseen-jobs-notice.tsx'
import { useJobs, useUnseenJobs } from '#/features/jobs/public/use-jobs.ts'
import { NotificationsBell } from '#/features/tickets/public/notifications-bell.tsx'
import { useUnreadNotices } from '#/features/tickets/public/unread-notices.ts'
import { lazyPart } from '#/lib/lazy-part.ts'

/** Fetched when the bell opens. */
const NoticesSection = lazyPart(
  () => import('#/features/tickets/public/notices-section.tsx').then(file => file.NoticesSection),
  'ticketDetails',
)

/** Shows the bell: unread messages, contracts about to expire, and jobs. */
export function Bell() {
  const { t } = useTranslation(['jobs', 'contracts'])
  const [open, setOpen] = useState(false)
  const list = useJobs(open)
  const rows = list.data?.pages.flatMap(page => page.jobs) ?? []
  const unseen = useUnseenJobs(rows, open)
  const reminders = useReminders()
  const unseenReminders = useUnseenReminders(reminders, open)
  const unseenLabel = [
    ...(unseenReminders.length > 0 ? [t('contracts:reminders.unseen')] : []),
    ...(unseen.length > 0 ? [t('unseen')] : []),
  ].join(', ')
  return (
    <>
      <NotificationsBell
        open={open}
        onOpenChange={setOpen}
        unseenLabel={unseenLabel || undefined}
        unread={useUnreadNotices().length}
      >
        <Suspense>
          <NoticesSection onOpen={() => setOpen(false)} />
        </Suspense>
        <RemindersSection rows={reminders} onOpen={() => setOpen(false)} />
        <JobsSection list={list} rows={rows} />
      </NotificationsBell>
      <UnseenRemindersNotice unseen={unseenReminders} />
      <UnseenJobsNotice unseen={unseen} />
    </>
  )
}

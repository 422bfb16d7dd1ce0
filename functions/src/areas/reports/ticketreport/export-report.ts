import { isDeepStrictEqual } from 'node:util'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { liveJob, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import type { Operations } from '../operations.ts'
import { reportRange } from './report-range.ts'

const shownDay = (day: string): string => day.split('-').reverse().join('/')

/** Begins a job that makes the file. Who asks for the same again while theirs is under way is answered that one. */
export const exportReport: Operations['ticketreport']['export'] = async ({ companyId, actor, headers }, { body }) => {
  const [user, { timezone }] = await Promise.all([requireUser(companyId, actor.userId), getSettings(companyId)])
  const { dateFrom, dateTo, from, to } = reportRange(body, timezone)
  const asked = {
    range: { from, to },
    filter: {
      searchParam: body.searchParam.trim(),
      contactId: body.contactId ?? '',
      whatsappIds: body.whatsappId,
      users: body.users,
      queueIds: body.queueIds,
      statuses: body.status,
      onlyRated: body.onlyRated,
    },
    timezone,
    language: languageOf(headers['accept-language']),
  }
  const live = await liveJob(companyId, user.id, 'ticketReport', ({ range, filter, timezone, language }) =>
    isDeepStrictEqual({ range, filter, timezone, language }, asked),
  )
  if (live) return { jobId: live.id }
  const { job, writes } = newJob(companyId, {
    kind: 'ticketReport',
    user: { id: user.id, name: user.name },
    subject: `${shownDay(dateFrom)} - ${shownDay(dateTo)}`,
    state: { ...asked, stage: 'count', read: null, parts: [], pieces: null },
  })
  await transact(writes)
  await beginJob(job)
  return { jobId: job.id }
}

import { claimRecount } from '../../../data/reports/complete-days.ts'
import { teamReportOf } from '../../../data/reports/team-report.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { dayRangeOf } from '../day-range.ts'
import type { Operations } from '../operations.ts'

/** Returns the report. Its cost grows with days and with what it is by, never with tickets. */
export const getTeamReport: Operations['teamReport']['get'] = async ({ companyId }, { query }) => {
  const range = dayRangeOf(query.date_from, query.date_to, ['date_from', 'date_to'])
  const [state, report] = await Promise.all([claimRecount(companyId), teamReportOf(companyId, query.by, range)])
  if (state === 'begin') await enqueueJob({ type: 'recountDays', companyId })
  return { ...report, isComplete: state === 'complete' }
}

import { getSettings } from '../../../data/company/setting.ts'
import { pageOfReport } from '../../../data/reports/report-page.ts'
import type { Operations } from '../operations.ts'
import { reportRange } from './report-range.ts'

export const listReports: Operations['ticketreport']['reports'] = async ({ companyId }, { query }) => {
  const { timezone } = await getSettings(companyId)
  const filter = {
    searchParam: query.searchParam.trim(),
    contactId: query.contactId ?? '',
    whatsappIds: query.whatsappId,
    users: query.users,
    queueIds: query.queueIds,
    statuses: query.status,
    onlyRated: query.onlyRated,
    origin: query.origin,
  }
  const { from, to } = reportRange(query, timezone)
  const { total, ...page } = await pageOfReport(companyId, { from, to }, filter, query)
  return { totalTickets: { total }, ...page }
}

import { dayText } from '@balcao/shared/rules/days.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { fieldColumns } from '../../../data/fields/field-columns.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'
import { reportRange } from './report-range.ts'

/** Begins a job that makes the file, in the requester's language. */
export const exportReport: Operations['ticketreport']['export'] = async ({ companyId, actor, headers }, { body }) => {
  const [{ timezone }, fields] = await Promise.all([getSettings(companyId), fieldColumns(companyId, 'ticket')])
  const { dateFrom, dateTo, from, to } = reportRange(body, timezone)
  return beginExport(companyId, actor.userId, {
    kind: 'ticketReport',
    subject: `${dayText(dateFrom)} - ${dayText(dateTo)}`,
    state: {
      range: { from, to },
      filter: {
        searchParam: body.searchParam.trim(),
        contactId: body.contactId ?? '',
        whatsappIds: body.whatsappId,
        users: body.users,
        queueIds: body.queueIds,
        statuses: body.status,
        onlyRated: body.onlyRated,
        ...(body.origin ? { origin: body.origin } : {}),
      },
      fields,
      timezone,
      language: languageOf(headers['accept-language']),
      stage: 'count',
      read: null,
      parts: [],
      pieces: null,
    },
  })
}

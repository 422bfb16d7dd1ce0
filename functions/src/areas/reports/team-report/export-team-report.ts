import { dayText } from '@balcao/shared/rules/days.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { NO_LIST_FILE } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import { dayRangeOf } from '../day-range.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file, in the requester's language. */
export const exportTeamReport: Operations['teamReport']['export'] = async ({ companyId, actor, headers }, { body }) => {
  const { first, last } = dayRangeOf(body.date_from, body.date_to, ['date_from', 'date_to'])
  return beginExport(companyId, actor.userId, {
    kind: 'teamReport',
    subject: `${dayText(first)} - ${dayText(last)}`,
    state: {
      ...{ by: body.by, first, last, format: body.format },
      language: languageOf(headers['accept-language']),
      ...NO_LIST_FILE,
    },
  })
}

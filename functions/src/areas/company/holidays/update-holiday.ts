import { HOLIDAYS } from '../../../data/company/holiday.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requireHours } from './require-hours.ts'

export const updateHoliday: Operations['holidays']['update'] = async ({ companyId }, { params, body }) => {
  const before = await requireRow(companyId, HOLIDAYS, params.id, true)
  requireHours({
    startTime: body.startTime === undefined ? before.startTime : body.startTime,
    endTime: body.endTime === undefined ? before.endTime : body.endTime,
  })
  const holiday = await changeRow(companyId, HOLIDAYS, before, body)
  await publishRow(companyId, 'holiday', 'update', holiday)
  return holiday
}

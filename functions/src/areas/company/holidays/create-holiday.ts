import { HOLIDAYS } from '../../../data/company/holiday.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'
import { requireHours } from './require-hours.ts'

export const createHoliday: Operations['holidays']['create'] = async ({ companyId }, { body }) => {
  requireHours(body)
  return createListed(companyId, HOLIDAYS, body)
}

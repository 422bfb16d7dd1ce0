import { getContact } from '../../../data/contacts/contact-row.ts'
import { requireSchedule } from '../../../data/content/schedule.ts'
import { toWireSchedule } from '../../../data/content/wire.ts'
import type { Operations } from '../operations.ts'

export const getSchedule: Operations['schedules']['get'] = async ({ companyId }, { params }) => {
  const schedule = await requireSchedule(companyId, params.id)
  return toWireSchedule({ schedule, contact: await getContact(companyId, schedule.contactId) })
}

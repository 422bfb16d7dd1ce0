import { getContact } from '../data/contacts/contact-row.ts'
import type { ScheduleRow } from '../data/content/schedule.ts'
import { toWireSchedule } from '../data/content/wire.ts'
import { publish } from '../realtime/publish.ts'

/** Tells the company's browsers of a scheduled message, and answers it as it leaves. */
export async function tellSchedule(schedule: ScheduleRow, action: 'create' | 'update') {
  const contact = await getContact(schedule.companyId, schedule.contactId)
  const shown = await toWireSchedule({ schedule, contact })
  await publish(schedule.companyId, 'schedule', { action, schedule: shown })
  return shown
}

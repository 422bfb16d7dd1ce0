import { getContact } from '../data/contacts/contact-row.ts'
import type { ScheduleRow } from '../data/content/schedule.ts'
import { toWireSchedule } from '../data/content/wire.ts'
import { visibilityByContact } from '../data/tickets/contact-access.ts'
import { publish } from '../realtime/publish.ts'

/** Publishes a scheduled message to users who may see it, and returns its wire form. */
export async function publishSchedule(schedule: ScheduleRow, action: 'create' | 'update') {
  const { companyId, contactId } = schedule
  const [contact, visibilities] = await Promise.all([
    getContact(companyId, contactId),
    visibilityByContact(companyId, [contactId]),
  ])
  const shown = await toWireSchedule({ schedule, contact })
  const audience = { live: visibilities.get(contactId) ?? [] }
  await publish(companyId, 'schedule', { action, schedule: shown }, audience)
  return shown
}

import type { Schedule } from '@balcao/shared/entities/schedule.ts'
import { signedLink } from '../../integrations/storage.ts'
import { instant } from '../instant.ts'
import { contactOfTicket } from '../tickets/ticket-row.ts'
import { toWireContactRef } from '../tickets/wire.ts'
import type { Shown } from './schedule.ts'

async function contactOf({ contact }: Shown): Promise<Schedule['contact']> {
  if (!contact) return null
  const { id, name, number, profilePicUrl } = await toWireContactRef(contactOfTicket(contact))
  return { id, name, number, profilePicUrl }
}

/** Returns a scheduled message in wire form. */
export async function toWireSchedule(shown: Shown): Promise<Schedule> {
  const { schedule } = shown
  const { media } = schedule
  const [contact, mediaPath] = await Promise.all([
    contactOf(shown),
    media && signedLink(media.key, { mimetype: media.mimetype, fileName: media.fileName }),
  ])
  return {
    id: schedule.id,
    body: schedule.body,
    contactId: schedule.contactId,
    contact,
    sendAt: instant(schedule.sendAt),
    sentAt: schedule.sentAt === null ? null : instant(schedule.sentAt),
    status: schedule.status,
    reason: schedule.reason,
    userId: schedule.user.id,
    user: schedule.user,
    whatsappId: schedule.whatsappId,
    recurrence: schedule.recurrence,
    templateId: schedule.templateId,
    templateVariables: schedule.templateVariables,
    ticketId: schedule.ticketId,
    mediaPath,
    mediaName: media?.fileName ?? null,
    mediaType: media?.kind ?? null,
    createdAt: instant(schedule.createdAt),
    updatedAt: instant(schedule.updatedAt),
  }
}

import { AppError } from '@balcao/shared/errors.ts'
import { createNote as create } from '../../../data/tickets/ticket-note.ts'
import { publishNote } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const createNote: Operations['ticketNotes']['create'] = async (ctx, { body }) => {
  const { companyId } = ctx
  const { ticket, user } = await visibleTicket(ctx, body.ticketId)
  if (body.contactId !== ticket.contact.id)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'contactId', code: 'other_contact' }] })
  const note = await create(companyId, { ...body, user })
  await publishNote(ticket, note)
  return note
}

import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { transact } from '../../../data/table/transact.ts'
import { newNotice } from '../../../data/tickets/notice.ts'
import { ticketExists } from '../../../data/tickets/ticket.ts'
import { createNote as create, noteWrite } from '../../../data/tickets/ticket-note.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { publishNote } from '../../../messaging/publish-ticket.ts'
import { publishNotice } from '../../../notices/publish-notice.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { mentionedUsers } from './mentioned-users.ts'

export const createNote: Operations['ticketNotes']['create'] = async (ctx, { body }) => {
  const { companyId } = ctx
  const { ticket, user } = await visibleTicket(ctx, body.ticketId)
  if (body.contactId !== ticket.contact.id)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'contactId', code: 'other_contact' }] })
  const mentions = await mentionedUsers(ticket, body.mentions ?? [])
  if (mentions.length > 0) return createMentioning(ticket, user, body.note, mentions)
  const { note: text, ticketId, contactId } = body
  const note = await create(companyId, { note: text, ticketId, contactId, user })
  await publishNote(ticket, note)
  return note
}

/** Stores a note together with the notices of those whom it mentions, except its author. */
async function createMentioning(ticket: TicketRow, user: UserRef, text: string, mentions: UserRef[]) {
  const { companyId, id: ticketId, contact } = ticket
  const { note, write } = noteWrite(companyId, { note: text, ticketId, contactId: contact.id, user, mentions })
  const userIds = mentions.map(({ id }) => id).filter(id => id !== user.id)
  const { notice, writes } = newNotice(companyId, { id: note.id, kind: 'mention', ticketId, by: user, text }, userIds)
  await transact([write, ticketExists(companyId, ticketId), ...writes], { ticket: 'ERR_NO_TICKET_FOUND' })
  await Promise.all([publishNote(ticket, note), publishNotice(ticket, notice, userIds)])
  return note
}

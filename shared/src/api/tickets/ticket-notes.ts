import { z } from 'zod'
import { Id, IdParams, plainListQuery } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { TicketNote } from '../../entities/ticket.ts'
import { UserRef } from '../../entities/user.ts'

/** Maximum number of colleagues whom a note mentions. */
export const MAX_MENTIONS = 20

export const NoteBody = z.object({
  note: z.string().trim().min(2).max(5000),
  ticketId: Id,
  contactId: Id,
  /** Users whom `@name` in the text means. */
  mentions: z.array(Id).max(MAX_MENTIONS).optional(),
})

export const ticketNotes = {
  list: route({
    method: 'GET',
    path: '/ticket-notes/list',
    summary: "Notes of a ticket, or of all a contact's tickets when only contactId is given; newest first",
    access: 'user',
    query: z.object({ ...plainListQuery, ticketId: Id.optional(), contactId: Id.optional() }),
    response: z.array(TicketNote),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/ticket-notes',
    summary: 'Write a note',
    access: 'user',
    body: NoteBody,
    response: TicketNote,
    status: 201,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_USER_FOUND', 'ERR_MENTION_UNSEEN'],
  }),
  /** Colleagues for the picker of a note; one who may not see the ticket cannot be mentioned. */
  mentionable: route({
    method: 'GET',
    path: '/ticket-notes/mentionable/{ticketId}',
    summary: 'Colleagues, each with whether a note of the ticket may mention them',
    access: 'user',
    params: z.object({ ticketId: Id }),
    query: z.object(plainListQuery),
    response: z.array(UserRef.extend({ online: z.boolean(), sees: z.boolean() })),
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  /** Users delete their own notes, admins any. */
  remove: route({
    method: 'DELETE',
    path: '/ticket-notes/{id}',
    summary: 'Delete a note',
    access: 'user',
    params: IdParams,
  }),
}

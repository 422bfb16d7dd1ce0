import { timeOfId } from '@balcao/shared/ids.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'

/** The only event of n8n and webhooks: a contact wrote in a ticket they answer. */
export const BOT_EVENT = 'message'

/**
 * Returns the event that n8n and webhooks get for a message (decision 0031). Times are ISO 8601.
 */
export const eventOf = (ticket: TicketRow, message: MessageRow): string =>
  JSON.stringify({
    event: BOT_EVENT,
    ticket: {
      id: ticket.id,
      status: ticket.status,
      isGroup: ticket.isGroup,
      queue: ticket.queue && { id: ticket.queue.id, name: ticket.queue.name },
      tags: ticket.tags.map(({ id, name }) => ({ id, name })),
      createdAt: new Date(ticket.createdAt).toISOString(),
    },
    contact: { id: ticket.contact.id, name: ticket.contact.name, number: ticket.contact.number },
    message: {
      id: message.id,
      body: message.body,
      mediaType: message.mediaType,
      media: message.media && {
        fileName: message.media.fileName ?? '',
        mimetype: message.media.mimetype,
        size: message.media.size ?? 0,
      },
      location: message.location,
      createdAt: new Date(timeOfId(message.id)).toISOString(),
    },
    connection: { id: ticket.whatsapp.id, name: ticket.whatsapp.name },
  })

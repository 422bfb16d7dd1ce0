import { newId } from '@balcao/shared/ids.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'

/** Returns the ticket of a trial: that of a contact whom nobody knows. It is stored nowhere. */
export function trialTicket(companyId: string): TicketRow {
  const now = Date.now()
  return {
    ...{ companyId, id: newId(), version: 1, status: 'pending', isGroup: false },
    contact: { id: newId(), name: '', number: '', picture: null },
    whatsapp: { id: newId(), name: '' },
    ...{ queue: null, user: null, tags: [], last: null, lastMessage: '', lastMessageType: 'chat' },
    ...{ lastMessageFromMe: false, unreadMessages: 0, chatbot: true, menu: null, useIntegration: true },
    ...{ promptId: null, integrationId: null, billOptionId: null, expiryAt: null, pendingSince: now, readAt: 0 },
    ...{ createdAt: now, updatedAt: now, acceptedAt: null, servedAt: null, closedAt: null, laneAt: null },
    ...{ waitTime: null, supportTime: null, rating: null, draftBegun: false },
  }
}

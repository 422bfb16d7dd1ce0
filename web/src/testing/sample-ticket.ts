import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'

/** A ticket with nothing special about it; `changes` say what a test is about. */
export const sampleTicket = (changes: Partial<Ticket> = {}): Ticket => {
  const id = newId()
  const at = '2026-03-10T12:00:00.000Z'
  return {
    id,
    uuid: id,
    status: 'open',
    contactId: newId(),
    contact: { id: newId(), name: 'Maria Andrade', number: '5511988887777', profilePicUrl: null },
    queueId: null,
    queue: null,
    whatsappId: newId(),
    whatsapp: { id: newId(), name: 'Loja' },
    userId: newId(),
    user: null,
    tags: [],
    priority: 'none',
    fields: {},
    lastMessage: 'oi',
    lastMessageType: 'chat',
    lastMessageFromMe: false,
    lastMessageOrigin: 'contact',
    lastMessageUser: null,
    lastMessageAck: null,
    lastMessageFailed: false,
    lastMessageDeleted: false,
    unreadMessages: 0,
    isGroup: false,
    chatbot: false,
    bot: null,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    goals: [],
    rating: null,
    draftBegun: false,
    laneSince: at,
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}

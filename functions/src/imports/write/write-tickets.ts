/**
 * Writes tickets with their messages and notes. A ticket's row is written first, with its counts,
 * under the condition that it did not come before; then its messages, each under the condition of
 * its pointer. So whatever was written is found by the ledger, wherever a process ends.
 */
import { MAX_SNOOZE_MS } from '@balcao/shared/entities/ticket.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { ImportedTicket } from '@balcao/shared/rules/imports/record.ts'
import { type ContactRow, getContacts } from '../../data/contacts/contact-row.ts'
import { type ImportedRow, importedId, ledgerOf } from '../../data/imports/imported-row.ts'
import { contactOfTicket, type TicketRow } from '../../data/tickets/ticket-row.ts'
import type { Conversation, Place } from './conversation.ts'
import { readInParts } from './in-transactions.ts'
import { messagesOf } from './message-rows.ts'
import { renewPreviews } from './renew-previews.ts'
import { storeMessages } from './store-messages.ts'
import { storeNotes } from './store-notes.ts'
import { storeTickets } from './store-tickets.ts'
import { importedFrom, type Outcome, type WriteContext, type Written } from './write-context.ts'

export async function writeConversations(
  context: WriteContext,
  conversations: readonly Conversation[],
): Promise<Written[]> {
  const { companyId, place, importId } = context
  const tickets = conversations.map(({ ticket }) => ticket)
  const read = (kind: 'ticket' | 'contact', ids: readonly string[]) =>
    readInParts(context.pace, ids, part => ledgerOf(companyId, place, kind, part))
  const [ledger, contactIds] = await Promise.all([
    read(
      'ticket',
      tickets.map(({ source }) => source.id),
    ),
    read('contact', [...new Set(tickets.map(({ contactId }) => contactId))]),
  ])
  const found = [...new Set([...contactIds.values()].map(({ id }) => id))]
  const contacts = await readInParts(context.pace, found, part => getContacts(companyId, part, true))
  const written: Written[] = []
  const places: Place[] = []
  for (const conversation of conversations) {
    const { ticket, rows } = conversation
    const contact = contacts.get(contactIds.get(ticket.contactId)?.id ?? '')
    const connection = context.connections.get(ticket.connectionId)
    if (!contact || !connection) {
      const refused = { refused: contact ? ('planFull' as const) : ('contactMissing' as const) }
      if (!conversation.isBegun) written.push({ record: ticket, outcome: refused })
      written.push(...rows.map(record => ({ record, outcome: { refused: 'ticketMissing' as const } })))
      continue
    }
    const known = ledger.get(ticket.source.id)
    const base = ticketOf(context, ticket, contact, connection, known)
    const messages = messagesOf(context, base, rows)
    places.push({ row: base, messages, conversation, known })
  }
  const changesOf = await storeTickets(context, places)
  for (const each of places)
    if (!each.conversation.isBegun) {
      const { ticket } = each.conversation
      const outcome: Outcome = !each.known || each.known.importId === importId ? 'taken' : 'there'
      const lost = ticket.fields.filter(({ fieldId }) => !context.ticketFields.has(fieldId))
      const changes = [
        ...(changesOf.get(ticket.source.id) ?? []),
        ...lost.map(({ value }) => ({ reason: 'fieldMissing' as const, detail: cutText(String(value), 300) })),
      ]
      written.push({ record: ticket, outcome, changes })
    }
  written.push(...(await storeMessages(context, places)))
  written.push(...(await storeNotes(context, places)))
  await renewPreviews(context, places)
  return written
}

/** Returns the values of a ticket's fields as its row keeps them. */
function fieldsOf({ ticketFields }: WriteContext, { fields }: ImportedTicket): Pick<TicketRow, 'fields'> {
  const values = fields.flatMap(({ fieldId, value }) => {
    const field = ticketFields.get(fieldId)
    return field ? [[field.id, field.type === 'choice' ? ([String(value)] as const) : value] as const] : []
  })
  return values.length > 0 ? { fields: Object.fromEntries(values) } : {}
}

/** Returns whether a snooze is still to end, and not in many years. */
function maySnooze(until: number): boolean {
  const wait = until - Date.now()
  return wait > 0 && wait <= MAX_SNOOZE_MS
}

function ticketOf(
  context: WriteContext,
  ticket: ImportedTicket,
  contact: ContactRow,
  connection: { id: string; name: string },
  known: ImportedRow | undefined,
): TicketRow {
  const isClosed = ticket.status === 'closed'
  const openedAt = ticket.openedAt ?? ticket.createdAt
  const tags = ticket.tagIds.flatMap(id => context.tags.get(id) ?? [])
  const kanban = tags.find(tag => tag.kanban)
  return {
    companyId: context.companyId,
    id: known?.id ?? importedId(context, 'ticket', ticket.source.id, ticket.createdAt),
    version: 1,
    status: ticket.status,
    contact: contactOfTicket(contact),
    isGroup: ticket.isGroup,
    queue: (ticket.queueId === null ? undefined : context.queues.get(ticket.queueId)) ?? null,
    user: (ticket.userId === null ? undefined : context.users.get(ticket.userId)) ?? null,
    whatsapp: { id: connection.id, name: connection.name },
    // A ticket is in one column of the board.
    tags: [...new Map(tags.map(tag => [tag.id, tag])).values()].filter(tag => !tag.kanban || tag === kanban),
    priority: ticket.priority,
    ...fieldsOf(context, ticket),
    lastMessage: '',
    lastMessageType: 'chat',
    lastMessageFromMe: false,
    last: null,
    unreadMessages: 0,
    chatbot: false,
    menu: null,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    billOptionId: null,
    expiryAt: null,
    pendingSince: ticket.status === 'pending' ? openedAt : null,
    readAt: 0,
    createdAt: ticket.createdAt,
    updatedAt: ticket.updatedAt,
    acceptedAt: ticket.acceptedAt,
    servedAt: ticket.servedAt,
    openedAt: ticket.openedAt,
    answeredAt: null,
    closedAt: isClosed ? (ticket.closedAt ?? ticket.updatedAt) : null,
    laneAt: null,
    windowUntil: null,
    referral: null,
    waitTime: isClosed ? ticket.waitTime : null,
    supportTime: isClosed ? ticket.supportTime : null,
    rating: isClosed ? ticket.rating : null,
    draftBegun: false,
    ...(ticket.status === 'open' && ticket.snoozedUntil !== null && maySnooze(ticket.snoozedUntil)
      ? { snoozedUntil: ticket.snoozedUntil }
      : {}),
    importedFrom: importedFrom(context, ticket.source.id),
  }
}

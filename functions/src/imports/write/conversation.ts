import type { Change, ImportedMessage, ImportedNote, ImportedTicket } from '@balcao/shared/rules/imports/record.ts'
import type { ImportedRow } from '../../data/imports/imported-row.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'

/**
 * Ticket of the stream with what follows it, or the next part of one whose beginning came before.
 */
export type Conversation = { ticket: ImportedTicket; isBegun: boolean; rows: (ImportedMessage | ImportedNote)[] }

/** Conversation with the rows that it becomes; `known` if its ticket came before. */
export type Place = {
  row: TicketRow
  messages: MessageRow[]
  conversation: Conversation
  known: ImportedRow | undefined
}

export type Changes = { reason: Change; detail?: string }[]

export const isMessage = (row: ImportedMessage | ImportedNote): row is ImportedMessage => row.kind === 'message'

/**
 * Deletes a ticket: it leaves every list at once, and a job removes its rows and media afterwards.
 */

import { removeObjects } from '../../integrations/storage.ts'
import { removeQuestionsOf } from '../automation/knowledge-question.ts'
import { fieldLinkWrites } from '../fields/field-values.ts'
import type { TableKey } from '../table/keys.ts'
import { each } from '../table/page.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { searchWrites } from '../table/search-item.ts'
import { CONTENDED, remove, retryUntilWritten, transactWithMore, type Write, WriteConflict } from '../table/transact.ts'
import { clearLastTicket, dropConversation } from './live-ticket.ts'
import { messagePointerKey } from './message-row.ts'
import { removeNoticesOfTicket } from './notice.ts'
import { countTags } from './tag.ts'
import { textDraftsOf } from './text-draft.ts'
import { getTicket, searchSubject } from './ticket.ts'
import { ticketFigures } from './ticket-figures.ts'
import { filesOf, isMessageItem, removeWords, type TicketItem, ticketItems } from './ticket-items.ts'
import { unlinkTicket } from './ticket-link.ts'
import { deleteNote, ticketNotes } from './ticket-note.ts'
import { TICKETS, type TicketRow } from './ticket-row.ts'

/**
 * Deletes a ticket and returns it, or undefined if there was none. `keepContactLink` leaves it
 * among its contact's tickets, for a caller that has to find it again until its rows are deleted;
 * with `keepDays` it stays in the dashboard's figures of its days. With `version`, only a ticket that
 * has not changed since is deleted.
 */
export async function deleteTicket(
  companyId: string,
  id: string,
  {
    keepContactLink = false,
    keepDays = false,
    version,
  }: { keepContactLink?: boolean; keepDays?: boolean; version?: number } = {},
): Promise<TicketRow | undefined> {
  let goneTags: string[] = []
  return retryUntilWritten(
    async () => {
      const ticket = await getTicket(companyId, id, true)
      if (!ticket || (version !== undefined && ticket.version !== version)) return undefined
      const tagIds = ticket.tags.map(tag => tag.id)
      const row: Write = remove(
        'ticket',
        TICKETS.delete({ companyId, id }, { when: is => [is.equal('version', ticket.version)] }),
      )
      try {
        const writes = [
          row,
          ...(ticket.status === 'closed' ? [] : [dropConversation(ticket)]),
          ...unlinkTicket(companyId, keepContactLink ? null : ticket.contact.id, tagIds, id),
          ...(await ticketFigures(companyId, ticket, undefined, { keepDays })),
          ...countTags(
            companyId,
            tagIds.filter(tagId => !goneTags.includes(tagId)),
            [],
          ),
          ...searchWrites(companyId, 'ticket', id, searchSubject(ticket), undefined),
        ]
        await transactWithMore(writes, fieldLinkWrites(companyId, id, ticket.fields, undefined))
        if (ticket.status === 'closed') await clearLastTicket(ticket)
        return ticket
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error
        // A deleted tag has no count any more.
        if (error.label === 'tag') goneTags = tagIds
        throw error
      }
    },
    { rounds: CONTENDED },
  )
}

/**
 * Removes messages, log, notes and media of a deleted ticket. A file that another row owns was only
 * shown in the ticket and is kept. Idempotent.
 */
export async function removeTicketRows(companyId: string, ticketId: string): Promise<void> {
  // A job must never remove the rows of a ticket that still exists.
  if (await getTicket(companyId, ticketId, true)) return
  for await (const items of ticketItems(companyId, ticketId)) {
    await removeObjects(filesOf(items))
    const messages = items.filter(isMessageItem)
    // Without its pointer a message gets no more search items; its row, deleted later, says where
    // they are.
    await removeKeys(messages.map(({ id }) => messagePointerKey(companyId, id!)))
    await removeWords(companyId, messages)
    await removeKeys(draftsOf(companyId, ticketId, items))
    await removeKeys(items.map(({ pk, sk }) => ({ pk, sk })))
  }
  await removeBesideTicket(companyId, ticketId)
}

/** Returns the keys of the texts that attendants began in a ticket. */
export const draftsOf = (companyId: string, ticketId: string, items: readonly TicketItem[]): TableKey[] =>
  textDraftsOf(
    companyId,
    ticketId,
    items.map(({ sk }) => sk),
  )

/** Removes what a deleted ticket leaves outside its own partition. */
export async function removeBesideTicket(companyId: string, ticketId: string): Promise<void> {
  await removeQuestionsOf(companyId, ticketId)
  await removeNoticesOfTicket(companyId, ticketId)
  for await (const note of each(ticketNotes(companyId, ticketId))) await deleteNote(companyId, note.id)
}

/**
 * Deletes a contact that has no live ticket. The transaction ends the conversation in the lock row
 * of each connection, so a caller about to create or reopen a ticket is refused. A job removes the
 * closed tickets, 25 per step.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { listWhatsapps } from '../channels/whatsapp.ts'
import { unlinkWrites } from '../customers/customer-row.ts'
import { type JobRow, newJob } from '../jobs/job.ts'
import { lastOrderRemoval } from '../orders/last-order.ts'
import { countRow } from '../table/counter.ts'
import { CONTENDED, MAX_WRITES, retryUntilWritten, transactWithMore, WriteConflict } from '../table/transact.ts'
import { conversationStateOf, endConversation } from '../tickets/live-ticket.ts'
import { getTickets } from '../tickets/ticket.ts'
import { contactSource, countContactTickets, linkedTickets } from '../tickets/ticket-link.ts'
import { blockWrites } from './blocked-contact.ts'
import { finishMerge } from './contact-merge.ts'
import {
  aliasesOf,
  type ContactRow,
  contactRemoval,
  contactSearchWrites,
  dropAlias,
  everyAliasOf,
  getContact,
} from './contact-row.ts'

/** Writes of a contact's removal beside its search items and the conversations that it ends. */
const OWN_WRITES = 15
/**
 * Number of search items for which there is room beside the conversations; the links from its
 * fields and tags, which come last, may follow.
 */
const SEARCH_WRITES = 50
/** Number of the newest tickets checked: a live ticket is among them. */
const NEWEST = 10

/** Number of tickets above which the removal is shown in the list of jobs. */
const UNSEEN = 25

export type Deleted = { contact: ContactRow; job: JobRow | undefined }

/** Returns the job that removes what a deleted contact leaves behind. */
async function jobFor({ companyId, id, name, number, picture }: ContactRow, newest: readonly string[], by: UserRef) {
  const total = newest.length < NEWEST ? newest.length : await countContactTickets(companyId, id)
  if (total === 0 && !picture) return undefined
  return newJob(companyId, {
    kind: 'contactRemoval',
    user: by,
    subject: name || null,
    listed: total > UNSEEN,
    total,
    state: { contactId: id, picture: picture === null ? null : { key: picture, number } },
  })
}

/**
 * Deletes a contact; it is no error if the contact does not exist. Throws ERR_CONTACT_HAS_TICKET
 * while one of its tickets is not closed. The transaction ends the contact's conversation on each
 * connection. A caller that read the contact before and is about to create or reopen a ticket for
 * it is thus refused, so no ticket is left without its contact. A job, written in the same
 * transaction, removes what the contact leaves behind; there is none if nothing is left. With
 * `erasing` the caller removes the picture, and the job does not name the contact.
 */
export async function deleteContact(
  companyId: string,
  id: string,
  by: UserRef,
  { erasing = false } = {},
): Promise<Deleted | undefined> {
  return retryUntilWritten(
    async () => {
      let contact = await getContact(companyId, id, true)
      if (contact?.absorbs) {
        await finishMerge(companyId, id)
        contact = await getContact(companyId, id, true)
      }
      if (!contact) return undefined
      const aliases = everyAliasOf(contact)
      const [connections, owners, newest] = await Promise.all([
        listWhatsapps(companyId, true),
        aliasesOf(companyId, aliases),
        linkedTickets(companyId, contactSource(id), { limit: NEWEST, consistent: true }),
      ])
      const search = contactSearchWrites(contact, undefined)
      const most = Math.max(0, MAX_WRITES - OWN_WRITES - owners.size - Math.min(SEARCH_WRITES, search.length))
      const [ended, others] = [connections.slice(0, most), connections.slice(most)]
      const [tickets, visibilities] = await Promise.all([
        getTickets(companyId, newest),
        Promise.all(others.map(other => conversationStateOf(companyId, other.id, id))),
      ])
      if (tickets.some(({ status }) => status !== 'closed') || visibilities.some(({ liveTicketId }) => liveTicketId))
        throw new AppError('ERR_CONTACT_HAS_TICKET')
      const links = await unlinkWrites(companyId, contact.customerId, id)
      const job = await jobFor(erasing ? { ...contact, name: '', picture: null } : contact, newest, by)
      try {
        const writes = [
          contactRemoval(contact),
          ...ended.map(connection => endConversation(companyId, connection.id, id)),
          ...aliases.filter(alias => owners.get(alias) === id).map(alias => dropAlias(companyId, alias, id)),
          ...blockWrites(companyId, [contact], []),
          countRow(companyId, 'contacts', id, -1),
          ...links,
          lastOrderRemoval(companyId, id),
          ...(job?.writes ?? []),
        ]
        await transactWithMore(writes, search)
        return { contact, job: job?.job }
      } catch (error) {
        if (error instanceof WriteConflict && error.label === 'live') throw new AppError('ERR_CONTACT_HAS_TICKET')
        throw error
      }
    },
    { rounds: CONTENDED },
  )
}

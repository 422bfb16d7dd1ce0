/**
 * Deletes a contact that has no live ticket. Its transaction ends the conversation in the lock rows of every connection, so
 * whoever is about to make or reopen a ticket is refused. Its closed tickets are removed by a job, 25 a step.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { listWhatsapps } from '../channels/whatsapp.ts'
import { unlinkWrites } from '../customers/customer-row.ts'
import { type JobRow, newJob } from '../jobs/job.ts'
import { countRow } from '../table/counter.ts'
import { CONTENDED, transact, untilWritten, WriteRefused } from '../table/transact.ts'
import { endConversation, standingOf } from '../tickets/live-ticket.ts'
import { getTickets } from '../tickets/ticket.ts'
import { contactSource, countContactTickets, linkedTickets } from '../tickets/ticket-link.ts'
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

/** A transaction takes a hundred writes; the contact's own are thirty at most. */
const MOST_ENDED = 65
/** A live ticket is among the newest. */
const NEWEST = 10

/** A removal that is longer than this is seen in the list of jobs. */
const UNSEEN = 25

export type Deleted = { contact: ContactRow; job: JobRow | undefined }

/** The job that takes away what a contact leaves behind. */
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
 * Deletes a contact; one that is gone is no error. Throws ERR_CONTACT_HAS_TICKET while a ticket of theirs is not closed.
 * The transaction ends the contact's conversation on each connection, so that whoever is about to make or reopen a
 * ticket for it, having read it before, is refused: no ticket is left without its contact. What the contact leaves behind is
 * taken away by a job that is written along with it; none where nothing is left. Who is `erasing` the person sees to the picture, and
 * that job says nothing of them.
 */
export async function deleteContact(
  companyId: string,
  id: string,
  by: UserRef,
  { erasing = false } = {},
): Promise<Deleted | undefined> {
  return untilWritten(
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
      const [ended, others] = [connections.slice(0, MOST_ENDED), connections.slice(MOST_ENDED)]
      const [tickets, standings] = await Promise.all([
        getTickets(companyId, newest),
        Promise.all(others.map(other => standingOf(companyId, other.id, id))),
      ])
      if (tickets.some(({ status }) => status !== 'closed') || standings.some(({ liveTicketId }) => liveTicketId))
        throw new AppError('ERR_CONTACT_HAS_TICKET')
      const links = await unlinkWrites(companyId, contact.customerId, id)
      const job = await jobFor(erasing ? { ...contact, name: '', picture: null } : contact, newest, by)
      try {
        await transact([
          contactRemoval(contact),
          ...ended.map(connection => endConversation(companyId, connection.id, id)),
          ...aliases.filter(alias => owners.get(alias) === id).map(alias => dropAlias(companyId, alias, id)),
          ...contactSearchWrites(contact, undefined),
          countRow(companyId, 'contacts', id, -1),
          ...links,
          ...(job?.writes ?? []),
        ])
        return { contact, job: job?.job }
      } catch (error) {
        if (error instanceof WriteRefused && error.label === 'live') throw new AppError('ERR_CONTACT_HAS_TICKET')
        throw error
      }
    },
    { rounds: CONTENDED },
  )
}

import { Job } from '@balcao/shared/events/queues.ts'
import { carryRename, takeQueueAway } from '../../data/tickets/carry-rename.ts'
import type { Changed } from '../../data/tickets/ticket.ts'
import { removeTicketRows } from '../../data/tickets/ticket-removal.ts'
import { tellLogs, tellTicket } from '../../messaging/tell.ts'
import { eachAlone, read } from '../batch.ts'
import { makeUsageKey } from './make-usage-key.ts'
import { refreshProfilePicture } from './refresh-profile-picture.ts'
import { removeConnection } from './remove-connection.ts'
import { removeContact } from './remove-contact.ts'
import { removeUser } from './remove-user.ts'

/** Background work. A job may come more than once, and goes on where an earlier try stopped. */
export const handler = eachAlone(record => run(read(Job, record)))

const tell = async ({ before, ticket, logs }: Changed): Promise<void> => {
  await Promise.all([tellTicket(ticket, before), tellLogs(ticket, logs)])
}

async function run(job: Job): Promise<void> {
  switch (job.type) {
    case 'removeTicket':
      return removeTicketRows(job.companyId, job.ticketId)
    case 'rename':
      return carryRename(job.companyId, job.entity, job.id, tell)
    case 'removeUser':
      return removeUser(job.companyId, job.userId, tell)
    case 'removeQueue':
      return takeQueueAway(job.companyId, job.queueId, tell)
    case 'refreshProfilePicture':
      return refreshProfilePicture(job)
    case 'makeUsageKey':
      return makeUsageKey(job.companyId)
    case 'removeContact':
      return removeContact(job)
    case 'removeConnection':
      return removeConnection(job.companyId, job.connectionId, tell)
  }
}

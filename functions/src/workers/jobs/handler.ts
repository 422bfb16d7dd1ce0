import { JobMessage } from '@balcao/shared/events/queues.ts'
import { config } from '../../config.ts'
import { removeShippings } from '../../data/campaigns/remove-shippings.ts'
import { recountDays } from '../../data/reports/recount-days.ts'
import { carryRename } from '../../data/tickets/carry-rename.ts'
import type { Changed } from '../../data/tickets/ticket.ts'
import { removeTicketRows } from '../../data/tickets/ticket-removal.ts'
import { tellLogs, tellTicket } from '../../messaging/tell.ts'
import { eachAlone, read, soonAgain } from '../batch.ts'
import { unlessDeleting } from '../unless-deleting.ts'
import { KINDS } from './kinds/kinds.ts'
import { makeUsageKey } from './make-usage-key.ts'
import { refreshProfilePicture } from './refresh-profile-picture.ts'
import { removeConnection } from './remove-connection.ts'
import { removeMachine } from './remove-machine.ts'
import { removeQueue } from './remove-queue.ts'
import { removeUser } from './remove-user.ts'
import { renameCustomer } from './rename-customer.ts'
import { renameInChats } from './rename-in-chats.ts'
import { renewSecrets } from './renew-secrets.ts'
import { runStep } from './run-step.ts'
import { tellPlan } from './tell-plan.ts'

/**
 * Runs steps of jobs, and background work. A message may be delivered more than once, and continues
 * where an earlier attempt stopped.
 */
export const handler = eachAlone(
  soonAgain(
    () => config().JOBS_QUEUE_URL,
    1,
    record => {
      const job = read(JobMessage, record)
      // A plan belongs to no company.
      return job.type === 'tellPlan' ? tellPlan(job) : unlessDeleting(run)(job)
    },
  ),
)

const tell = async ({ before, ticket, logs }: Changed): Promise<void> => {
  await Promise.all([tellTicket(ticket, before), tellLogs(ticket, logs)])
}

async function run(job: Exclude<JobMessage, { type: 'tellPlan' }>): Promise<void> {
  switch (job.type) {
    case 'step':
      return runStep(job, KINDS)
    case 'removeTicket':
      return removeTicketRows(job.companyId, job.ticketId)
    case 'rename':
      await carryRename(job.companyId, job.entity, job.id, tell)
      if (job.entity === 'user') await renameInChats(job.companyId, job.id)
      return
    case 'removeUser':
      return removeUser(job.companyId, job.userId, tell)
    case 'removeQueue':
      return removeQueue(job.companyId, job.queueId, tell)
    case 'removeMachine':
      return removeMachine(job.companyId, job, tell)
    case 'renameCustomer':
      return renameCustomer(job)
    case 'recountDays':
      return void (await recountDays(job.companyId))
    case 'refreshProfilePicture':
      return refreshProfilePicture(job)
    case 'makeUsageKey':
      return makeUsageKey(job.companyId)
    case 'renewSecrets':
      return renewSecrets(job.companyId)
    case 'removeShippings':
      return removeShippings(job.companyId, job.campaignId)
    case 'removeConnection':
      return removeConnection(job.companyId, job.connectionId, tell)
  }
}

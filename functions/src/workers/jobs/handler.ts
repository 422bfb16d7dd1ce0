import { JobMessage } from '@balcao/shared/events/queues.ts'
import { config } from '../../config.ts'
import { removeRecipients } from '../../data/campaigns/remove-recipients.ts'
import { removeContactTagLinks } from '../../data/contacts/contact-tag-link.ts'
import { removeFieldLinks } from '../../data/fields/field-values.ts'
import { recountDays } from '../../data/reports/recount-days.ts'
import { recountOrderDays } from '../../data/reports/recount-order-days.ts'
import { propagateRename } from '../../data/tickets/propagate-rename.ts'
import { getTag } from '../../data/tickets/tag.ts'
import type { Changed } from '../../data/tickets/ticket.ts'
import { removeTicketRows } from '../../data/tickets/ticket-removal.ts'
import { enqueueStep } from '../../messaging/begin-job.ts'
import { publishTicket, publishTicketLogs } from '../../messaging/publish-ticket.ts'
import { processBatch, read, withQuickRetry } from '../batch.ts'
import { skipDeletedCompanies } from '../skip-deleted-companies.ts'
import { fillView } from './fill-view.ts'
import { KINDS } from './kinds/kinds.ts'
import { makeUsageKey } from './make-usage-key.ts'
import { publishPlan } from './publish-plan.ts'
import { refreshProfilePicture } from './refresh-profile-picture.ts'
import { removeBot } from './remove-bot.ts'
import { removeConnection } from './remove-connection.ts'
import { removeQueue } from './remove-queue.ts'
import { removeRuleLog } from './remove-rule-log.ts'
import { removeUser } from './remove-user.ts'
import { renameCustomer } from './rename-customer.ts'
import { renameInChats } from './rename-in-chats.ts'
import { renewSecrets } from './renew-secrets.ts'
import { runStep } from './run-step.ts'

/**
 * Runs steps of jobs, and background work. A message may be delivered more than once, and continues
 * where an earlier attempt stopped.
 */
export const handler = processBatch(
  withQuickRetry(
    () => config().JOBS_QUEUE_URL,
    1,
    record => {
      const job = read(JobMessage, record)
      // A plan belongs to no company.
      return job.type === 'tellPlan' ? publishPlan(job) : skipDeletedCompanies(run)(job)
    },
  ),
)

const publishTicketChange = async ({ before, ticket, logs }: Changed): Promise<void> => {
  await Promise.all([publishTicket(ticket, before), publishTicketLogs(ticket, logs)])
}

async function run(job: Exclude<JobMessage, { type: 'tellPlan' }>): Promise<void> {
  switch (job.type) {
    case 'step':
      return runStep(job, KINDS, enqueueStep)
    case 'removeTicket':
      return removeTicketRows(job.companyId, job.ticketId)
    case 'rename':
      await propagateRename(job.companyId, job.entity, job.id, publishTicketChange)
      // Idempotent: of a tag that exists, contacts keep its id alone.
      if (job.entity === 'tag' && !(await getTag(job.companyId, job.id, true)))
        await removeContactTagLinks(job.companyId, job.id)
      if (job.entity === 'user') await renameInChats(job.companyId, job.id)
      return
    case 'removeUser':
      return removeUser(job.companyId, job.userId, publishTicketChange)
    case 'removeQueue':
      return removeQueue(job.companyId, job.queueId, publishTicketChange)
    case 'removeMachine':
      return removeBot(job.companyId, job, publishTicketChange)
    case 'renameCustomer':
      return renameCustomer(job)
    case 'recountDays':
      await recountDays(job.companyId)
      return void (await recountOrderDays(job.companyId))
    case 'refreshProfilePicture':
      return refreshProfilePicture(job)
    case 'makeUsageKey':
      return makeUsageKey(job.companyId)
    case 'renewSecrets':
      return renewSecrets(job.companyId)
    case 'fillView':
      return fillView(job)
    case 'removeShippings':
      return removeRecipients(job.companyId, job.campaignId)
    case 'removeFieldLinks':
      return removeFieldLinks(job.companyId, job.fieldId)
    case 'removeRuleLog':
      return removeRuleLog(job)
    case 'removeConnection':
      return removeConnection(job.companyId, job.connectionId, publishTicketChange)
  }
}

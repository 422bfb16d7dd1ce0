import { Timer } from '@balcao/shared/events/queues.ts'
import { publishPendingChanges } from '../../campaigns/publish-campaign-report.ts'
import { distributeQueue } from '../../distribution/distribute-queue.ts'
import { enqueueBotReply } from '../../messaging/enqueue.ts'
import { recordGap } from '../../messaging/record-gap.ts'
import { runRules } from '../../rules/run-rules.ts'
import { sweepDeliveries } from '../../webhook-deliveries/sweep-deliveries.ts'
import { processBatch, read } from '../batch.ts'
import { skipDeletedCompanies } from '../skip-deleted-companies.ts'
import { askCharge } from './ask-charge.ts'
import { billCompanies } from './bill-companies.ts'
import { billCompany } from './bill-company.ts'
import { endAccess } from './end-access.ts'
import { endRatingWait } from './end-rating-wait.ts'
import { endSupport } from './end-support.ts'
import { expireInvitation } from './expire-invitation.ts'
import { expireTicket } from './expire-ticket.ts'
import { followView } from './follow-view.ts'
import { greetBirthdays, greetCustomer } from './greet-birthdays.ts'
import { indexAskedFor } from './index-asked-for.ts'
import { missGoal } from './miss-goal.ts'
import { raiseIdleEvent } from './raise-idle-event.ts'
import { raiseWindowClosing } from './raise-window-closing.ts'
import { redirectQueue } from './redirect-queue.ts'
import { remindContract } from './remind-contract.ts'
import { remindInvoice } from './remind-invoice.ts'
import { renewContract } from './renew-contract.ts'
import { renewTick } from './renew-tick.ts'
import { replaceConnection } from './replace-connection.ts'
import { sendFarewell } from './send-farewell.ts'
import { sendSchedule } from './send-schedule.ts'
import { startDueCampaign } from './start-due-campaign.ts'
import { startJob } from './start-job.ts'
import { sweepOutbox } from './sweep-outbox.ts'
import { takeBack } from './take-back.ts'
import { transferPending } from './transfer-pending.ts'
import { wakeTicket } from './wake-ticket.ts'

/**
 * Fires due timers. Each reads the current ticket (the job, the scheduled message, the contract): a
 * timer that fires twice, or whose reason is gone, does nothing.
 */
export const handler = processBatch(record => {
  const timer = read(Timer, record)
  // An enqueued timer is due, by a clock that may be a little ahead of this one, or that was moved.
  return skipDeletedCompanies((due: Timer) => fire(due, Math.max(Date.now(), due.dueAt)))(timer)
})

/** Fires one timer; `now` is in epoch ms. */
export async function fire(timer: Timer, now: number): Promise<void> {
  switch (timer.type) {
    case 'endSupport':
      return endSupport(timer)
    case 'idleTicket':
      return raiseIdleEvent(timer)
    case 'windowClosing':
      return raiseWindowClosing(timer)
    case 'goalDue':
      return missGoal(timer, now)
    case 'runRules':
      return runRules(timer)
    case 'distribute':
      return distributeQueue(timer)
    case 'takeBack':
      return takeBack(timer, now)
    case 'endAccess':
      return endAccess(timer, now)
    case 'redirectQueue':
      return redirectQueue(timer, now)
    case 'sweepDeliveries':
      return sweepDeliveries(timer, now)
    case 'machineTurn':
      return enqueueBotReply({ companyId: timer.companyId, ticketId: timer.ticketId })
    case 'transferPending':
      return transferPending(timer, now)
    case 'wakeTicket':
      return wakeTicket(timer, now)
    case 'expireTicket':
      return expireTicket(timer, now)
    case 'farewell':
      return sendFarewell(timer)
    case 'ratingOver':
      return endRatingWait(timer)
    case 'outbox':
      return sweepOutbox(timer, now)
    case 'indexMessages':
      return indexAskedFor(timer)
    case 'startJob':
      return startJob(timer)
    case 'sendSchedule':
      return sendSchedule(timer, now)
    case 'remindContract':
      return remindContract(timer, now)
    case 'renewContract':
      return renewContract(timer, now)
    case 'greetBirthdays':
      return greetBirthdays(timer, now)
    case 'greetCustomer':
      return greetCustomer(timer, now)
    case 'tellReport':
      return publishPendingChanges(timer, now)
    case 'startCampaign':
      return startDueCampaign(timer)
    case 'billCompanies':
      return billCompanies(timer, now)
    case 'billCompany':
      return billCompany(timer, now)
    case 'remindInvoice':
      return remindInvoice(timer, now)
    case 'askCharge':
      return askCharge(timer, now)
    case 'expireInvitation':
      return expireInvitation(timer)
    case 'rehome':
      return replaceConnection(timer)
    case 'followView':
      return followView(timer)
    case 'tick':
      return renewTick(timer, now)
    case 'recordGap':
      return recordGap(timer)
  }
}

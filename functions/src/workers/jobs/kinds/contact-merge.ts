import { aliasesOf, type ContactRow, everyAliasOf, getContact } from '../../../data/contacts/contact-row.ts'
import { isOtherState, mergeFields, unmergeFields } from '../../../data/contacts/merge-by-user.ts'
import { getMerge, inState, type MergeRow, mergeWrite } from '../../../data/contacts/merge-row.ts'
import {
  finishMergeByUser,
  giveBack,
  giveSchedulesBack,
  takeSchedules,
  takeTicket,
  ticketsSince,
  ticketsToGiveBack,
  ticketsToTake,
} from '../../../data/contacts/move-conversations.ts'
import { newJob } from '../../../data/jobs/job.ts'
import { copyLastOrder, dropLastOrderCopy } from '../../../data/orders/last-order.ts'
import type { Changed } from '../../../data/tickets/ticket.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishTicket, publishTicketLogs } from '../../../messaging/publish-ticket.ts'
import type { StepEnd, Work } from '../run-step.ts'

/** Tickets of a step. */
const BATCH_SIZE = 25

/** Publishes a ticket that was moved. */
export const publishMoved = async ({ before, ticket, logs }: Changed): Promise<void> => {
  await Promise.all([publishTicket(ticket, before), publishTicketLogs(ticket, logs)])
}

/**
 * Moves the conversations of a merge, or gives them back once it is undone: what is to be done
 * follows from the state of the merge, and each ticket is moved in a transaction that holds only in
 * that state.
 */
export const contactMerge: Work<'contactMerge'> = {
  async step({ companyId, state, user }, count) {
    const merge = await getMerge(companyId, state.mergeId)
    if (merge?.state !== 'moving' && merge?.state !== 'undoing') return { file: null }
    try {
      if (merge.state === 'undoing') return await undo(merge, by => count(by))
      const to = await survivorOf(merge)
      if (to) return await move(merge, to, by => count(by))
      // The contact that stays was deleted: what is left goes with it.
      const { job, writes } = newJob(companyId, {
        kind: 'contactRemoval',
        user,
        subject: null,
        listed: false,
        total: null,
        state: { contactId: merge.other.id, picture: null },
      })
      await count(0, [...writes, mergeWrite(inState(merge, 'merged'), merge)])
      await beginJob(job)
      return { file: null }
    } catch (error) {
      // It was undone meanwhile: the next step begins in the other direction.
      if (isOtherState(error)) return { next: state }
      throw error
    }
  },
}

type Progress = (by: number) => Promise<void>

async function move(merge: MergeRow, to: ContactRow, count: Progress): Promise<StepEnd<'contactMerge'>> {
  const { companyId, other } = merge
  await finishMergeByUser(companyId, to.id, publishMoved)
  const ids = await ticketsToTake(merge, BATCH_SIZE)
  for (const id of ids) {
    await takeTicket(merge, to, id, publishMoved)
    await count(1)
  }
  if (ids.length > 0) return { next: { mergeId: merge.id } }
  await takeSchedules(merge)
  await mergeFields(merge)
  const order = await copyLastOrder(companyId, other.id, to.id)
  return { file: null, writes: [...order, mergeWrite(inState(merge, 'merged'), merge)] }
}

async function undo(merge: MergeRow, count: Progress): Promise<StepEnd<'contactMerge'>> {
  const { companyId, other, contactId } = merge
  const back = await getContact(companyId, other.id, true)
  if (back) {
    await finishMergeByUser(companyId, other.id, publishMoved)
    const ids = await ticketsToGiveBack(merge, BATCH_SIZE)
    for (const id of ids) {
      await giveBack(merge, back, id, publishMoved)
      await count(1)
    }
    if (ids.length > 0) return { next: { mergeId: merge.id } }
    for await (const id of ticketsSince(merge)) await giveBack(merge, back, id, publishMoved)
    await giveSchedulesBack(merge)
  }
  await unmergeFields(merge)
  const order = await dropLastOrderCopy(companyId, other.id, contactId)
  return { file: null, writes: [...order, mergeWrite(inState(merge, 'undone'), merge)] }
}

/**
 * Returns the contact that stays: the one of the merge, else the one that its numbers lead to, as
 * it may have been merged into another one since.
 */
async function survivorOf({ companyId, contactId, other }: MergeRow): Promise<ContactRow | undefined> {
  const contact = await getContact(companyId, contactId, true)
  if (contact) return contact
  const [owner] = (await aliasesOf(companyId, everyAliasOf(other))).values()
  return owner ? getContact(companyId, owner, true) : undefined
}

import { randomUUID } from 'node:crypto'
import type { HeldReason } from '@balcao/shared/entities/distribution.ts'
import { chooseAttendant } from '@balcao/shared/rules/distribution/choose-attendant.ts'
import { type DistributeTimer, distributeTimer } from '../data/distribution/distribution-event.ts'
import { decisionWrite } from '../data/distribution/distribution-log.ts'
import {
  type DistributionState,
  dropHold,
  leaveDistribution,
  takeDistribution,
} from '../data/distribution/distribution-state.ts'
import { WriteConflict } from '../data/table/transact.ts'
import { distributes, getQueue, type QueueRow, setHeld } from '../data/team/queue.ts'
import { type TicketRow, waitsForPerson } from '../data/tickets/ticket-row.ts'
import { waitingTickets } from '../data/tickets/waiting-tickets.ts'
import { enqueueTimer } from '../messaging/enqueue.ts'
import { publishRow } from '../messaging/publish-row.ts'
import { showQueue } from '../messaging/show-queue.ts'
import { giveTicket } from './give-ticket.ts'
import { type Member, readMembers } from './read-members.ts'

/** Time (ms) after which the rest is another call's: a function has some more. */
const MAX_MS = 15_000
/** Tries for one ticket, while the people it may go to change. */
const ROUNDS = 20

type Hold = { state: DistributionState; holder: string }

/**
 * Gives the waiting tickets of a queue to people, as long as there are both. Of any number of
 * workers one works at a time; each ticket is given by one conditional transaction, so that a
 * second worker gives nothing twice and a killed one leaves nothing half done.
 */
export async function distributeQueue({ companyId, queueId }: DistributeTimer): Promise<void> {
  const holder = randomUUID()
  const until = Date.now() + MAX_MS
  for (let state = await takeDistribution(companyId, queueId, holder); state; ) {
    const queue = await getQueue(companyId, queueId, true)
    if (queue && distributes(queue)) {
      const outcome = await giveWaiting(queue, { state, holder }, until)
      if (outcome === 'takenOver') return
      if (outcome === 'changed') continue
      if (outcome !== 'unfinished') await showHeld(companyId, queue, outcome)
    }
    if (Date.now() > until) {
      await dropHold(state, holder)
      return enqueueTimer({ ...distributeTimer(companyId, queueId, queueId), dueAt: Date.now() })
    }
    state = await leaveDistribution(state, holder)
  }
}

/** Ticket that nobody gets at the moment, and why. */
type Held = { reason: HeldReason; ticket: TicketRow }

/**
 * Gives the waiting tickets in their order until nobody can have the next one, which is returned
 * with the reason; undefined if all were given. Ends as `changed` when somebody edited the queue
 * meanwhile.
 */
async function giveWaiting(
  queue: QueueRow,
  hold: Hold,
  until: number,
): Promise<Held | 'unfinished' | 'changed' | 'takenOver' | undefined> {
  const { companyId } = hold.state
  let { last } = hold.state
  let members: Member[] | undefined
  for await (const ticket of waitingTickets(companyId, queue.id)) {
    for (let round = 0; round < ROUNDS; round++) {
      if (Date.now() > until) return 'unfinished'
      members ??= await readMembers(companyId, queue.id)
      const choice = chooseAttendant(queue, members, last)
      if ('held' in choice) {
        // One in which a bot or a menu has a part would be given to nobody in any case.
        if (!waitsForPerson(ticket)) break
        return { reason: choice.held, ticket }
      }
      const member = members.find(({ id }) => id === choice.userId)!
      try {
        if (!(await giveTicket(ticket, queue, { user: member.user, given: choice.given }, hold))) break
        last = member.id
        member.inQueue++
        member.open++
        break
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error
        if (error.label === 'distribution') return 'takenOver'
        if (error.label === 'queue') return 'changed'
        if (error.label !== 'room' && error.label !== 'receiver') throw error
        // They left, or got a ticket in another way: look again.
        members = undefined
      }
    }
  }
  return undefined
}

/**
 * Shows with the queue why its tickets wait, and notes it in the log, when that is another reason.
 */
async function showHeld(companyId: string, queue: QueueRow, held: Held | undefined): Promise<void> {
  const reason = held?.reason ?? null
  if (reason === queue.held) return
  const log = held ? [decisionWrite(held.ticket, queue.id, { reason: held.reason })] : []
  const now = await setHeld(companyId, queue, reason, log)
  if (now) await publishRow(companyId, 'queue', 'update', await showQueue(now))
}

/** Moves conversations from one contact to another one, in a merge and when it is undone. */
import { AppError } from '@balcao/shared/errors.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { listWhatsapps } from '../channels/whatsapp.ts'
import { moveSchedule, schedulesOf } from '../content/schedule.ts'
import { each } from '../table/page.ts'
import { CONTENDED, retryUntilWritten, transact, transactInParts, type Write } from '../table/transact.ts'
import { clearLastTicket, conversationStateOf, endConversation } from '../tickets/live-ticket.ts'
import { type Changed, changeTicket, getTicket, getTickets } from '../tickets/ticket.ts'
import {
  closedSource,
  contactSource,
  isLinked,
  linkedTickets,
  linkUntil,
  movedSchedulesSource,
  movedSource,
  relinkContact,
  unlink,
} from '../tickets/ticket-link.ts'
import type { NewLog } from '../tickets/ticket-log.ts'
import { moveNote, ticketNotes } from '../tickets/ticket-note.ts'
import { contactOfTicket, isLive, type TicketRow } from '../tickets/ticket-row.ts'
import { type ContactRow, contactSearchWrites, contactWrite, getContact, numberAlias } from './contact-row.ts'
import { getMerge, type MergeRow, whileMergeIs } from './merge-row.ts'

/** Callback for every changed ticket; it publishes the change to browsers. */
export type OnMoved = (changed: Changed) => Promise<void>

/**
 * Moves the live conversations of a merge that the contact is marked with, in either direction, and
 * removes the mark. An inbound message does it, too, so that it finds its conversation.
 */
export const finishMergeByUser = (companyId: string, contactId: string, onMoved?: OnMoved): Promise<void> =>
  retryUntilWritten(
    async () => {
      const contact = await getContact(companyId, contactId, true)
      if (!contact?.absorbs || !contact.absorbsBy) return
      const merge = await getMerge(companyId, contact.absorbsBy)
      if (merge?.state === 'moving') {
        await takeLive(merge, contact, onMoved)
        await transactInParts(contactSearchWrites(merge.other, undefined), [whileMergeIs(merge, 'moving')])
      }
      if (merge?.state === 'undoing') {
        await giveLiveBack(merge, contact, onMoved)
        await transactInParts(contactSearchWrites(undefined, contact), [whileMergeIs(merge, 'undoing')])
      }
      await transact([
        contactWrite({ ...contact, version: contact.version + 1, absorbs: null, absorbsBy: null }, contact),
      ])
    },
    { rounds: CONTENDED },
  )

/** Takes the other contact's live tickets, and ends its conversations: none begins after that. */
async function takeLive(merge: MergeRow, to: ContactRow, onMoved: OnMoved | undefined): Promise<void> {
  const { companyId, other } = merge
  for (const { id: whatsappId } of await listWhatsapps(companyId, true)) {
    await retryUntilWritten(
      async () => {
        const { liveTicketId } = await conversationStateOf(companyId, whatsappId, other.id)
        if (liveTicketId) await takeTicket(merge, to, liveTicketId, onMoved)
        await transact([endConversation(companyId, whatsappId, other.id)])
      },
      { rounds: CONTENDED, labels: ['live'] },
    )
  }
}

/** Returns the entry of a ticket's history about a merge, or about its undoing. */
const logOf = ({ by, other }: MergeRow, to: ContactRow, isUndone: boolean): NewLog => ({
  type: 'contactChanged',
  user: by,
  changes: [
    isUndone
      ? { field: 'merge', before: to.name, after: null }
      : { field: 'merge', before: other.name, after: to.name },
  ],
})

/**
 * Moves a ticket of the other contact to the one that stays, with the number it is with. If both
 * have a live one on the connection, an accepted one stays live before a waiting one, else that of
 * the contact that stays; the other one is closed, without a farewell. Tries again if the contact
 * got another live ticket in between.
 */
export const takeTicket = (merge: MergeRow, to: ContactRow, id: string, onMoved?: OnMoved): Promise<void> =>
  retryUntilWritten(() => takeTicketOnce(merge, to, id, onMoved), {
    rounds: CONTENDED,
    labels: [],
    codes: ['ERR_OTHER_OPEN_TICKET'],
  })

async function takeTicketOnce(merge: MergeRow, to: ContactRow, id: string, onMoved?: OnMoved): Promise<void> {
  const { companyId, other, until } = merge
  const ticket = await getTicket(companyId, id, true)
  if (!ticket || ticket.contact.id !== other.id) return
  await closeRival(merge, ticket, to.id, onMoved)
  const changed = await changeTicket(companyId, id, now =>
    now.contact.id === other.id
      ? {
          set: { contact: { ...contactOfTicket(to), number: now.contact.number || to.number } },
          extra: [
            ...relinkContact(companyId, id, other.id, to.id),
            linkUntil(companyId, movedSource(merge.id), id, until),
            whileMergeIs(merge, 'moving'),
          ],
          logs: [logOf(merge, to, false)],
          touch: false,
        }
      : undefined,
  )
  await moveNotes(companyId, id, to.id)
  if (changed.ticket !== changed.before) await onMoved?.(changed)
}

/** Closes one of two live tickets, if the contact has one on the connection of a live ticket. */
async function closeRival(
  merge: MergeRow,
  ticket: TicketRow,
  toId: string,
  onMoved: OnMoved | undefined,
): Promise<void> {
  const { companyId } = merge
  if (!isLive(ticket.status)) return
  const { liveTicketId } = await conversationStateOf(companyId, ticket.whatsapp.id, toId)
  const rival = liveTicketId ? await getTicket(companyId, liveTicketId, true) : undefined
  if (!rival || !isLive(rival.status)) return
  const loser = ticket.status === 'open' && rival.status === 'pending' ? rival : ticket
  const changed = await changeTicket(companyId, loser.id, now =>
    isLive(now.status)
      ? {
          set: { status: 'closed', closedAt: merge.at, abandoned: false },
          extra: [linkUntil(companyId, closedSource(merge.id), now.id, merge.until)],
          logs: [{ type: 'closed', user: merge.by, queue: now.queue }],
          touch: false,
        }
      : undefined,
  )
  if (changed.ticket !== changed.before) await onMoved?.(changed)
}

async function moveNotes(companyId: string, ticketId: string, contactId: string): Promise<void> {
  for await (const note of each(ticketNotes(companyId, ticketId)))
    if (note.contactId !== contactId) await moveNote(companyId, note.id, contactId)
}

/**
 * Gives the live tickets back that a merge took, or that began over the other contact's numbers
 * since, and opens again those that it closed.
 */
async function giveLiveBack(merge: MergeRow, back: ContactRow, onMoved: OnMoved | undefined): Promise<void> {
  const { companyId, contactId } = merge
  for (const { id: whatsappId } of await listWhatsapps(companyId, true)) {
    const { liveTicketId } = await conversationStateOf(companyId, whatsappId, contactId)
    if (liveTicketId) await giveBack(merge, back, liveTicketId, onMoved)
  }
  for (const id of await linkedTickets(companyId, closedSource(merge.id), { limit: CLOSED, consistent: true }))
    await reopen(merge, back, id, onMoved)
}

/** Maximum number of tickets that a merge closes: one a connection. */
const CLOSED = 100

/** Gives a ticket back, if it is the other contact's. */
export async function giveBack(merge: MergeRow, back: ContactRow, id: string, onMoved?: OnMoved): Promise<void> {
  const { companyId, contactId } = merge
  const source = movedSource(merge.id)
  const [ticket, isMoved] = await Promise.all([getTicket(companyId, id, true), isLinked(companyId, source, id)])
  if (!ticket || ticket.contact.id !== contactId) {
    if (isMoved) await transact([unlink(companyId, source, id)])
    return
  }
  if (!isMoved && !beganThere(merge, ticket)) return keepNumber(merge, ticket, onMoved)
  const { liveTicketId } = isLive(ticket.status)
    ? await conversationStateOf(companyId, ticket.whatsapp.id, back.id)
    : { liveTicketId: null }
  const close = liveTicketId !== null && liveTicketId !== id
  // The next message of the contact that stays must not open it again.
  await clearLastTicket(ticket)
  const changed = await changeTicket(companyId, id, now =>
    now.contact.id === contactId
      ? {
          set: {
            contact: { ...contactOfTicket(back), number: now.contact.number || back.number },
            ...(close && isLive(now.status) ? { status: 'closed' as const, abandoned: false } : {}),
          },
          extra: [...relinkContact(companyId, id, contactId, back.id), unlink(companyId, source, id)],
          logs: [logOf(merge, back, true)],
          touch: false,
        }
      : undefined,
  )
  await moveNotes(companyId, id, back.id)
  if (changed.ticket !== changed.before) await onMoved?.(changed)
}

/** Returns whether a ticket began over a number of the other contact since the merge. */
function beganThere({ at, other }: MergeRow, { createdAt, contact: { number } }: TicketRow): boolean {
  const numbers = [other, ...(other.others ?? [])].flatMap(each => (each.number ? [numberAlias(each.number)] : []))
  return createdAt >= at && number !== '' && numbers.includes(numberAlias(number))
}

/**
 * Lets a ticket of the contact that stays go on with its own number, if it was with the other's.
 */
async function keepNumber(merge: MergeRow, ticket: TicketRow, onMoved: OnMoved | undefined): Promise<void> {
  const { companyId, contactId, identities } = merge
  const isOther = (number: string) => identities.some(each => each.number !== '' && each.number === number)
  if (!isOther(ticket.contact.number)) return
  const contact = await getContact(companyId, contactId, true)
  if (!contact) return
  const changed = await changeTicket(companyId, ticket.id, now =>
    now.contact.id === contactId && isOther(now.contact.number)
      ? { set: { contact: contactOfTicket(contact) }, touch: false }
      : undefined,
  )
  if (changed.ticket !== changed.before) await onMoved?.(changed)
}

/** Opens a ticket again that a merge closed, unless somebody did something with it since. */
async function reopen(merge: MergeRow, back: ContactRow, id: string, onMoved: OnMoved | undefined): Promise<void> {
  const { companyId } = merge
  const source = closedSource(merge.id)
  await giveBack(merge, back, id, onMoved)
  try {
    const changed = await changeTicket(companyId, id, now =>
      now.status === 'closed' && now.closedAt === merge.at
        ? {
            set: { status: now.user ? ('open' as const) : ('pending' as const) },
            takesBack: true,
            extra: [unlink(companyId, source, id)],
            logs: [{ type: 'reopen' as const, user: merge.by, queue: now.queue }],
            touch: false,
          }
        : undefined,
    )
    if (changed.ticket !== changed.before) await onMoved?.(changed)
  } catch (error) {
    // Another one is live by now, or the ticket was deleted.
    if (!(error instanceof AppError)) throw error
  }
  await transact([unlink(companyId, source, id)])
}

/** Moves a scheduled message to the contact that stays, and notes that for the undoing. */
export async function takeSchedules({ companyId, id, other, contactId, until }: MergeRow): Promise<void> {
  for await (const schedule of each(schedulesOf(companyId, other.id)))
    await moveSchedule(schedule, other.id, contactId, [
      linkUntil(companyId, movedSchedulesSource(id), schedule.id, until),
    ])
}

/** Gives scheduled messages back to the other contact. */
export async function giveSchedulesBack({ companyId, id, other, contactId }: MergeRow): Promise<void> {
  const source = movedSchedulesSource(id)
  for (;;) {
    const ids = await linkedTickets(companyId, source, { limit: 100, consistent: true })
    for (const scheduleId of ids) {
      const gone: Write[] = [unlink(companyId, source, scheduleId)]
      if (!(await moveSchedule({ companyId, id: scheduleId }, contactId, other.id, gone))) await transact(gone)
    }
    if (ids.length === 0) return
  }
}

/** Returns the next tickets of the other contact. */
export const ticketsToTake = ({ companyId, other }: MergeRow, limit: number): Promise<string[]> =>
  linkedTickets(companyId, contactSource(other.id), { limit, consistent: true })

/** Returns the next tickets to give back: those that were moved. */
export const ticketsToGiveBack = ({ companyId, id }: MergeRow, limit: number): Promise<string[]> =>
  linkedTickets(companyId, movedSource(id), { limit, consistent: true })

/**
 * Yields the tickets of the contact that stays which began since the merge, and those that the
 * other's numbers may have been written into: its latest before it.
 */
export async function* ticketsSince({ companyId, contactId, at }: MergeRow): AsyncGenerator<string> {
  let before: string | null = null
  for (;;) {
    const ids: string[] = await linkedTickets(companyId, contactSource(contactId), { limit: 50, before })
    for (const ticket of await getTickets(companyId, ids, true)) if (ticket.updatedAt >= at) yield ticket.id
    const oldest = ids.at(-1)
    if (ids.length < 50 || !oldest || timeOfId(oldest) < at - LONGEST_MS) return
    before = oldest
  }
}

/**
 * Age (ms) of a ticket that may still have been live at a merge, as far
 * as its messages are looked for.
 */
const LONGEST_MS = 90 * 86_400_000

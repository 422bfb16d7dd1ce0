/**
 * The lock of a conversation: one row per (company, connection, contact). `ticketId` is there while a ticket of theirs is
 * not closed; every transaction that makes, reopens, closes or deletes a ticket writes it, so there is never a second one.
 * It remembers the last closed ticket too, which an inbound message needs to know without another read.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { everyItem } from '../table/query-items.ts'
import { unlessRefused } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'
import { put, update, type Write } from '../table/transact.ts'
import { NONE, type TicketRow } from './ticket-row.ts'

const LIVE_TICKETS = defineRow({
  kind: 'liveTicket',
  key: { pk: '${companyId}#live#${whatsappId}', sk: 'contact#${contactId}' },
  content: z.object({
    companyId: z.string(),
    whatsappId: z.string(),
    contactId: z.string(),
    ticketId: z.string().optional(),
    lastTicketId: z.string().optional(),
    /** Epoch ms. */
    lastClosedAt: z.number().optional(),
    lastQueueId: z.string().optional(),
    /** Until when (epoch ms) the contact may rate that closing; absent if they were not asked. */
    ratingUntil: z.number().optional(),
    /** The answer was no rating, and the contact was asked a second time. */
    ratingRepeated: z.boolean().optional(),
    /** The contact was deleted: nobody may claim the conversation. The row expires when no caller can be under way. */
    gone: z.boolean().optional(),
    /** Epoch seconds. */
    expiresAt: z.number().optional(),
  }),
})

/** Returns the key of the row of a contact's conversation on a connection. */
export const conversationKey = (companyId: string, whatsappId: string, contactId: string): TableKey =>
  LIVE_TICKETS.key({ companyId, whatsappId, contactId })

/** Where a contact stands on a connection: the ticket that is not closed, and the last one that is. */
export type Standing = {
  liveTicketId: string | null
  lastClosed: {
    ticketId: string
    closedAt: number
    queueId: string | null
    /** While an answer to the question for a rating is awaited, or was given. */
    rating: { until: number; repeated: boolean } | null
  } | null
}

/** Reads where a contact stands on a connection, consistently: it decides whether a ticket is made. */
export async function standingOf(companyId: string, whatsappId: string, contactId: string): Promise<Standing> {
  const data = await LIVE_TICKETS.get({ companyId, whatsappId, contactId }, { consistent: true })
  return {
    liveTicketId: data?.ticketId ?? null,
    lastClosed: data?.lastTicketId
      ? {
          ticketId: data.lastTicketId,
          closedAt: data.lastClosedAt ?? 0,
          queueId: data.lastQueueId && data.lastQueueId !== NONE ? data.lastQueueId : null,
          rating: data.ratingUntil ? { until: data.ratingUntil, repeated: data.ratingRepeated ?? false } : null,
        }
      : null,
  }
}

type Held = Pick<TicketRow, 'companyId' | 'id' | 'whatsapp' | 'contact'>

const keyOf = (ticket: Held) => ({
  companyId: ticket.companyId,
  whatsappId: ticket.whatsapp.id,
  contactId: ticket.contact.id,
})

const RATING = ['ratingUntil', 'ratingRepeated'] as const

/**
 * Returns the write, labelled `live`, by which a ticket takes the conversation: refused while another ticket holds it, and
 * if the contact was deleted. A rating is no longer awaited.
 */
export const claimConversation = (ticket: Held): Write =>
  update(
    'live',
    LIVE_TICKETS.upsert(keyOf(ticket), {
      set: { ticketId: ticket.id },
      remove: RATING,
      when: is => [is.absent('ticketId'), is.absent('gone')],
    }),
  )

/** Returns the write, labelled `live`, by which a closed ticket makes room for the next one. */
export const leaveConversation = (ticket: Held & Pick<TicketRow, 'queue'>, closedAt: number): Write =>
  update(
    'live',
    LIVE_TICKETS.upsert(keyOf(ticket), {
      set: { lastTicketId: ticket.id, lastClosedAt: closedAt, lastQueueId: ticket.queue?.id ?? NONE },
      remove: ['ticketId'],
      when: is => [is.equal('ticketId', ticket.id)],
    }),
  )

/** Returns the write, labelled `rating`, that awaits a rating until then (epoch ms), while this closing is the newest event. */
export const awaitRating = (ticket: Held, closedAt: number, until: number): Write =>
  update(
    'rating',
    LIVE_TICKETS.upsert(keyOf(ticket), {
      set: { ratingUntil: until },
      when: is => [is.equal('lastTicketId', ticket.id), is.equal('lastClosedAt', closedAt), is.absent('ticketId')],
    }),
  )

/** Returns the write, labelled `rating`, that notes the second question; refused the second time. */
export const repeatRating = (ticket: Held, until: number): Write =>
  update(
    'rating',
    LIVE_TICKETS.upsert(keyOf(ticket), {
      set: { ratingRepeated: true },
      when: is => [is.equal('ratingUntil', until), is.absent('ratingRepeated')],
    }),
  )

/** Ends the wait for a rating that was awaited until then (epoch ms). */
export async function endRating(ticket: Held, until: number): Promise<void> {
  await unlessRefused(
    updateOne(LIVE_TICKETS.upsert(keyOf(ticket), { remove: RATING, when: is => [is.equal('ratingUntil', until)] })),
  )
}

/** Returns the write, labelled `live`, by which a ticket that is deleted or moves to another contact lets go. */
export const dropConversation = (ticket: Held): Write =>
  update(
    'live',
    LIVE_TICKETS.upsert(keyOf(ticket), { remove: ['ticketId'], when: is => [is.equal('ticketId', ticket.id)] }),
  )

/** Callers that read a contact before it was deleted have given up long before this. */
const GONE_FOR_SECONDS = 86_400

/** Returns the write, labelled `live`, of a deleted contact; refused while one of its tickets is not closed. */
export const endConversation = (companyId: string, whatsappId: string, contactId: string): Write =>
  update(
    'live',
    LIVE_TICKETS.upsert(
      { companyId, whatsappId, contactId },
      {
        set: { gone: true, expiresAt: Math.ceil(Date.now() / 1000) + GONE_FOR_SECONDS },
        when: is => [is.absent('ticketId')],
      },
    ),
  )

/** Tells by the row that was found whether a claim was refused because the contact was deleted. */
export const isEnded = (existing: Record<string, unknown> | undefined): boolean => existing?.gone === true

/** Forgets a closed ticket that is deleted: nothing may reopen it. */
export async function forgetLastTicket(ticket: Held): Promise<void> {
  await unlessRefused(
    updateOne(
      LIVE_TICKETS.upsert(keyOf(ticket), {
        remove: ['lastTicketId', 'lastClosedAt', 'lastQueueId', ...RATING],
        when: is => [is.equal('lastTicketId', ticket.id)],
      }),
    ),
  )
}

/** Live tickets in one page of `liveTicketsOf`. */
const A_PAGE = 100

/** Reads the ids of the live tickets of a connection, in pages. */
export async function* liveTicketsOf(companyId: string, whatsappId: string): AsyncGenerator<string[]> {
  let page: string[] = []
  for await (const item of everyItem(LIVE_TICKETS.query({ companyId, whatsappId }))) {
    const { ticketId } = LIVE_TICKETS.parse(item) ?? {}
    if (ticketId) page.push(ticketId)
    if (page.length < A_PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Returns the write of the whole row, for loading many tickets: live, or last closed at `closedAt` (epoch ms). */
export const setConversation = (ticket: Held & Pick<TicketRow, 'queue'>, closedAt: number | null): Write =>
  put(
    'live',
    LIVE_TICKETS.put({
      ...keyOf(ticket),
      ...(closedAt === null
        ? { ticketId: ticket.id }
        : { lastTicketId: ticket.id, lastClosedAt: closedAt, lastQueueId: ticket.queue?.id ?? NONE }),
    }),
  )

/**
 * The lock of a conversation: one row per company, connection and contact. `ticketId` is set while
 * a ticket of the conversation is not closed. Every transaction that creates, reopens, closes or
 * deletes a ticket writes this row, so there is never a second live ticket. The row also holds the
 * last closed ticket, which spares an inbound message a read.
 */
import { z } from 'zod'
import { batchItems } from '../table/batch-items.ts'
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
    /** Epoch milliseconds. */
    lastClosedAt: z.number().optional(),
    lastQueueId: z.string().optional(),
    /**
     * End (epoch ms) of the time in which the contact may rate the closed ticket; absent if no
     * rating was requested.
     */
    ratingUntil: z.number().optional(),
    /** True if the contact's answer was no rating and the question was sent a second time. */
    ratingRepeated: z.boolean().optional(),
    /**
     * True if the contact was deleted: the conversation can no longer be claimed. The row expires
     * once no caller can still be running.
     */
    gone: z.boolean().optional(),
    /** Epoch seconds. */
    expiresAt: z.number().optional(),
  }),
})

/** Returns the key of the row of a contact's conversation on a connection. */
export const conversationKey = (companyId: string, whatsappId: string, contactId: string): TableKey =>
  LIVE_TICKETS.key({ companyId, whatsappId, contactId })

/** State of a contact on a connection: the ticket that is not closed, and the last closed one. */
export type ConversationState = {
  liveTicketId: string | null
  lastClosed: {
    ticketId: string
    closedAt: number
    queueId: string | null
    /** Set while the answer to the rating request is awaited, or after it was given. */
    rating: { until: number; repeated: boolean } | null
  } | null
}

/**
 * Reads the state of a contact on a connection. The read is consistent, as it decides whether a
 * ticket is created.
 */
export async function conversationStateOf(
  companyId: string,
  whatsappId: string,
  contactId: string,
): Promise<ConversationState> {
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
 * Returns the write, labelled `live`, by which a ticket takes the conversation. It is refused while
 * another ticket holds the conversation, and if the contact was deleted. It also ends the wait for
 * a rating.
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

/**
 * Returns the write, labelled `live`, by which a closed ticket frees the conversation for the next
 * one.
 */
export const leaveConversation = (ticket: Held & Pick<TicketRow, 'queue'>, closedAt: number): Write =>
  update(
    'live',
    LIVE_TICKETS.upsert(keyOf(ticket), {
      set: { lastTicketId: ticket.id, lastClosedAt: closedAt, lastQueueId: ticket.queue?.id ?? NONE },
      remove: ['ticketId'],
      when: is => [is.equal('ticketId', ticket.id)],
    }),
  )

/**
 * Returns the write, labelled `rating`, that awaits a rating until `until` (epoch ms), provided
 * that this closing is the newest event.
 */
export const awaitRating = (ticket: Held, closedAt: number, until: number): Write =>
  update(
    'rating',
    LIVE_TICKETS.upsert(keyOf(ticket), {
      set: { ratingUntil: until },
      when: is => [is.equal('lastTicketId', ticket.id), is.equal('lastClosedAt', closedAt), is.absent('ticketId')],
    }),
  )

/**
 * Returns the write, labelled `rating`, that records the second question; it is refused the second
 * time.
 */
export const repeatRating = (ticket: Held, until: number): Write =>
  update(
    'rating',
    LIVE_TICKETS.upsert(keyOf(ticket), {
      set: { ratingRepeated: true },
      when: is => [is.equal('ratingUntil', until), is.absent('ratingRepeated')],
    }),
  )

/** Ends the wait for a rating that was awaited until `until` (epoch ms). */
export async function endRating(ticket: Held, until: number): Promise<void> {
  await unlessRefused(
    updateOne(LIVE_TICKETS.upsert(keyOf(ticket), { remove: RATING, when: is => [is.equal('ratingUntil', until)] })),
  )
}

/**
 * Returns the write, labelled `live`, by which a ticket that is deleted or moved to another contact
 * frees the conversation.
 */
export const dropConversation = (ticket: Held): Write =>
  update(
    'live',
    LIVE_TICKETS.upsert(keyOf(ticket), { remove: ['ticketId'], when: is => [is.equal('ticketId', ticket.id)] }),
  )

/**
 * Lifetime of a deleted contact's row, in seconds: far longer than any caller that read the contact
 * before still runs.
 */
const GONE_FOR_SECONDS = 86_400

/**
 * Returns the write, labelled `live`, that ends the conversation of a deleted contact. It is
 * refused while one of the contact's tickets is not closed.
 */
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

/** Lets a contact that was merged into another one have conversations again on a connection. */
export async function reviveConversation(companyId: string, whatsappId: string, contactId: string): Promise<void> {
  const ids = { companyId, whatsappId, contactId }
  await unlessRefused(
    updateOne(LIVE_TICKETS.upsert(ids, { remove: ['gone', 'expiresAt'], when: is => [is.equal('gone', true)] })),
  )
}

/**
 * Returns whether a claim was refused because the contact was deleted, from the row that was found.
 */
export const isEnded = (existing: Record<string, unknown> | undefined): boolean => existing?.gone === true

/** Removes a ticket that was deleted or moved from the row, so that nothing reopens it. */
export async function clearLastTicket(ticket: Held): Promise<void> {
  await unlessRefused(
    updateOne(
      LIVE_TICKETS.upsert(keyOf(ticket), {
        remove: ['lastTicketId', 'lastClosedAt', 'lastQueueId', ...RATING],
        when: is => [is.equal('lastTicketId', ticket.id)],
      }),
    ),
  )
}

/** Number of live tickets in one page of `liveTicketsOf`. */
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

/** Reads the states of several conversations, consistently, by `whatsappId#contactId`. */
export async function conversationStatesOf(
  companyId: string,
  pairs: readonly { whatsappId: string; contactId: string }[],
): Promise<Map<string, { liveTicketId: string | null; lastClosedAt: number }>> {
  const keys = new Map(
    pairs.map(pair => [`${pair.whatsappId}#${pair.contactId}`, LIVE_TICKETS.key({ companyId, ...pair })]),
  )
  const found = await batchItems<Record<string, unknown>>([...keys.values()], LIVE_TICKETS.attributes, true)
  return new Map(
    found
      .map(item => LIVE_TICKETS.parse(item)!)
      .map(({ whatsappId, contactId, ticketId, lastClosedAt }) => [
        `${whatsappId}#${contactId}`,
        { liveTicketId: ticketId ?? null, lastClosedAt: lastClosedAt ?? 0 },
      ]),
  )
}

/**
 * Returns the write, labelled `last`, by which a ticket of another system is the
 * conversation's last closed one.
 */
export const restoreLastTicket = (ticket: Held & Pick<TicketRow, 'queue'>, closedAt: number): Write =>
  update(
    'last',
    LIVE_TICKETS.upsert(keyOf(ticket), {
      set: { lastTicketId: ticket.id, lastClosedAt: closedAt, lastQueueId: ticket.queue?.id ?? NONE },
    }),
  )

/**
 * Returns the write of the whole row, for bulk loads of tickets: live, or last closed at `closedAt`
 * (epoch ms).
 */
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

/**
 * The lock of a conversation: one row per (company, connection, contact). `ticketId` is there while a ticket of theirs is
 * not closed; every transaction that makes, reopens, closes or deletes a ticket writes it, so there is never a second one.
 * It remembers the last closed ticket too, which an inbound message needs to know without another read.
 */
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model, type TableKey } from '../table/entity.ts'
import { isRefused } from '../table/refused.ts'
import { put, update, type Write } from '../table/transact.ts'
import { NONE, type TicketRow } from './ticket-row.ts'

const LiveTicketEntity = new Entity({
  model: model('liveTicket'),
  attributes: {
    companyId: { type: 'string', required: true },
    whatsappId: { type: 'string', required: true },
    contactId: { type: 'string', required: true },
    ticketId: { type: 'string' },
    lastTicketId: { type: 'string' },
    /** Epoch ms. */
    lastClosedAt: { type: 'number' },
    lastQueueId: { type: 'string' },
    /** The contact was asked what they think of that closing, and has until then to say it (epoch ms). */
    ratingUntil: { type: 'number' },
    /** They said something else, and were asked again. */
    ratingRepeated: { type: 'boolean' },
    /** The contact was deleted: nobody may claim the conversation any more. The row goes when no caller can be under way. */
    gone: { type: 'boolean' },
    /** Epoch seconds. */
    expiresAt: { type: 'number' },
  },
  indexes: {
    byContact: index(
      'main',
      { composite: ['companyId', 'whatsappId'], template: '${companyId}#live#${whatsappId}' },
      { composite: ['contactId'], template: 'contact#${contactId}' },
    ),
  },
})

/** Key of the row of a contact's conversation on a connection. */
export const conversationKey = (companyId: string, whatsappId: string, contactId: string): TableKey => ({
  pk: `${companyId}#live#${whatsappId}`,
  sk: `contact#${contactId}`,
})

const options = () => ({ client: documentClient(), table: tableName() })

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

/** Consistent: it decides whether a ticket is made. */
export async function standingOf(companyId: string, whatsappId: string, contactId: string): Promise<Standing> {
  const { data } = await LiveTicketEntity.get({ companyId, whatsappId, contactId }).go({
    ...options(),
    consistent: true,
  })
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
 * A write labelled `live`: refused while another ticket holds the conversation, and when the contact was deleted. Nobody waits for
 * a rating any more.
 */
export const claimConversation = (ticket: Held): Write =>
  update(
    'live',
    LiveTicketEntity.update(keyOf(ticket))
      .set({ ticketId: ticket.id })
      .remove([...RATING])
      .where((row, is) => `${is.notExists(row.ticketId)} AND ${is.notExists(row.gone)}`)
      .params({ table: tableName() }),
  )

/** A write labelled `live`: the ticket is closed and no longer in the way of the next one. */
export const leaveConversation = (ticket: Held & Pick<TicketRow, 'queue'>, closedAt: number): Write =>
  update(
    'live',
    LiveTicketEntity.update(keyOf(ticket))
      .set({ lastTicketId: ticket.id, lastClosedAt: closedAt, lastQueueId: ticket.queue?.id ?? NONE })
      .remove(['ticketId'])
      .where((row, is) => is.eq(row.ticketId, ticket.id))
      .params({ table: tableName() }),
  )

/** A write labelled `rating`: an answer is awaited until then (epoch ms), while this closing is the last thing that happened. */
export const awaitRating = (ticket: Held, closedAt: number, until: number): Write =>
  update(
    'rating',
    LiveTicketEntity.update(keyOf(ticket))
      .set({ ratingUntil: until })
      .where(
        (row, is) =>
          `${is.eq(row.lastTicketId, ticket.id)} AND ${is.eq(row.lastClosedAt, closedAt)} AND ${is.notExists(row.ticketId)}`,
      )
      .params({ table: tableName() }),
  )

/** A write labelled `rating`: they were asked again; refused the second time. */
export const repeatRating = (ticket: Held, until: number): Write =>
  update(
    'rating',
    LiveTicketEntity.update(keyOf(ticket))
      .set({ ratingRepeated: true })
      .where((row, is) => `${is.eq(row.ratingUntil, until)} AND ${is.notExists(row.ratingRepeated)}`)
      .params({ table: tableName() }),
  )

/** Waits no longer for a rating that was awaited until then. */
export async function endRating(ticket: Held, until: number): Promise<void> {
  try {
    await LiveTicketEntity.update(keyOf(ticket))
      .remove([...RATING])
      .where((row, is) => is.eq(row.ratingUntil, until))
      .go(options())
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** A write labelled `live`: the live ticket is deleted, or moves to another contact. */
export const dropConversation = (ticket: Held): Write =>
  update(
    'live',
    LiveTicketEntity.update(keyOf(ticket))
      .remove(['ticketId'])
      .where((row, is) => is.eq(row.ticketId, ticket.id))
      .params({ table: tableName() }),
  )

/** Callers that read a contact before it was deleted have given up long before this. */
const GONE_FOR_SECONDS = 86_400

/** A write labelled `live`: the contact is deleted; refused while a ticket of theirs is not closed. */
export const endConversation = (companyId: string, whatsappId: string, contactId: string): Write =>
  update(
    'live',
    LiveTicketEntity.update({ companyId, whatsappId, contactId })
      .set({ gone: true, expiresAt: Math.ceil(Date.now() / 1000) + GONE_FOR_SECONDS })
      .where((row, is) => is.notExists(row.ticketId))
      .params({ table: tableName() }),
  )

/** Whether a claim was refused because the contact was deleted, by the row that was found. */
export const isEnded = (existing: Record<string, unknown> | undefined): boolean => existing?.gone === true

/** Forgets a closed ticket that is deleted: nothing may reopen it. */
export async function forgetLastTicket(ticket: Held): Promise<void> {
  try {
    await LiveTicketEntity.update(keyOf(ticket))
      .remove(['lastTicketId', 'lastClosedAt', 'lastQueueId', ...RATING])
      .where((row, is) => is.eq(row.lastTicketId, ticket.id))
      .go(options())
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** The live tickets of a connection, in pages. */
export async function* liveTicketsOf(companyId: string, whatsappId: string): AsyncGenerator<string[]> {
  let cursor: string | null = null
  do {
    const page: { data: { ticketId?: string | undefined }[]; cursor: string | null } = await LiveTicketEntity.query
      .byContact({ companyId, whatsappId })
      .go({ ...options(), cursor, limit: 100 })
    yield page.data.flatMap(({ ticketId }) => ticketId ?? [])
    cursor = page.cursor
  } while (cursor)
}

/** The row as a whole, for loading many tickets: `ticket` holds the conversation, or was the last one, closed at `closedAt`. */
export const setConversation = (ticket: Held & Pick<TicketRow, 'queue'>, closedAt: number | null): Write =>
  put(
    'live',
    LiveTicketEntity.put({
      ...keyOf(ticket),
      ...(closedAt === null
        ? { ticketId: ticket.id }
        : { lastTicketId: ticket.id, lastClosedAt: closedAt, lastQueueId: ticket.queue?.id ?? NONE }),
    }).params({ table: tableName() }),
  )

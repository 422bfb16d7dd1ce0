import type { OutboundContent, Timer } from '@balcao/shared/events/queues.ts'
import { RATING_WAIT_MS } from '@balcao/shared/rules/rating.ts'
import { silencedBy } from '../../data/company/company.ts'
import { getSettings } from '../../data/company/setting.ts'
import { isBlocked } from '../../data/contacts/blocked-contact.ts'
import { type Write, WriteConflict } from '../../data/table/transact.ts'
import { awaitRating } from '../../data/tickets/live-ticket.ts'
import { getTicket, type TicketChanges } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { timerWrite } from '../../data/timers/timer.ts'
import { closingTexts } from '../../messaging/farewell.ts'
import { fieldVariables } from '../../messaging/field-variables.ts'
import { fillText } from '../../messaging/fill-text.ts'
import { ratingContent } from '../../messaging/rating-content.ts'
import { sendMessage } from '../../messaging/send-message.ts'
import { whatsappMessageId } from '../../messaging/whatsapp-message-id.ts'

type FarewellTimer = Extract<Timer, { type: 'farewell' }>

/** The closing was undone. */
class Undone extends Error {}

/**
 * Sends the farewell once per closing, and only while the ticket is still closed: if the closing is
 * undone in time, the contact gets nothing. With the setting `userRating` the contact of an
 * attendant's ticket is then asked for a rating, and an answer is awaited where the question can
 * arrive. A silenced company sends neither, then or later, and a blocked contact gets neither.
 */
export async function sendFarewell({ companyId, ticketId, closedAt }: FarewellTimer): Promise<void> {
  const ticket = await getTicket(companyId, ticketId, true)
  if (!ticket || !isStillClosed(ticket, closedAt) || (await silencedBy(companyId))) return
  if (await isBlocked(companyId, ticket.contact.id)) return
  const [texts, settings] = await Promise.all([closingTexts(ticket), getSettings(companyId)])
  try {
    const more = await fieldVariables(ticket, texts.farewell)
    const body = fillText(texts.farewell, ticket, settings, Date.now(), more)
    const farewell = { kind: 'text' as const, body }
    const after = texts.farewell ? await send(ticket, 'farewell', farewell, closedAt) : ticket
    if (settings.userRating !== 'enabled' || !after.user || after.isGroup) return
    const until = Date.now() + RATING_WAIT_MS
    const { content, isAnswerable } = await ratingContent(after, texts.rating, settings, Date.now())
    const waits = [
      awaitRating(after, closedAt, until),
      timerWrite({ type: 'ratingOver', companyId, ticketId, dueAt: until }),
    ]
    await send(after, 'rating', content, closedAt, isAnswerable ? waits : [])
  } catch (error) {
    // If the contact wrote again before the question, a new conversation has begun, which the
    // question would disturb.
    const isTooLate = error instanceof Undone || (error instanceof WriteConflict && error.label === 'rating')
    if (!isTooLate) throw error
  }
}

const isStillClosed = (row: TicketRow, closedAt: number): boolean =>
  row.status === 'closed' && row.closedAt === closedAt

/**
 * Sends a message and returns the ticket after it.
 * @throws `Undone`
 */
async function send(
  ticket: TicketRow,
  what: 'farewell' | 'rating',
  content: OutboundContent,
  closedAt: number,
  extra: readonly Write[] = [],
): Promise<TicketRow> {
  const whileItStands = (row: TicketRow): TicketChanges => {
    if (!isStillClosed(row, closedAt)) throw new Undone()
    return {}
  }
  const sent = await sendMessage(
    { companyId: ticket.companyId },
    {
      ticket,
      content,
      origin: 'bot',
      whatsappMessageId: whatsappMessageId(ticket.whatsapp.id, ticket.id, what, String(closedAt)),
      set: whileItStands,
      extra,
      evenClosed: true,
    },
  )
  return sent.ticket
}

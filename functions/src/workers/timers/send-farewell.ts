import type { Settings } from '@balcao/shared/entities/setting.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { menuFormOf } from '@balcao/shared/rules/inbound/menu-form-of.ts'
import type { FormedMenu } from '@balcao/shared/rules/menu-form.ts'
import { RATING_WAIT_MS, ratingQuestion } from '@balcao/shared/rules/rating.ts'
import { providerOf } from '../../data/channels/provider-of.ts'
import { silencedBy } from '../../data/company/company.ts'
import { getSettings } from '../../data/company/setting.ts'
import { type Write, WriteConflict } from '../../data/table/transact.ts'
import { awaitRating } from '../../data/tickets/live-ticket.ts'
import { getTicket, type TicketChanges } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { timerWrite } from '../../data/timers/timer.ts'
import { closingTexts } from '../../messaging/farewell.ts'
import { fillText } from '../../messaging/fill-text.ts'
import { sendMessage } from '../../messaging/send-message.ts'
import { whatsappMessageId } from '../../messaging/whatsapp-message-id.ts'

type FarewellTimer = Extract<Timer, { type: 'farewell' }>

/** The closing was undone. */
class Undone extends Error {}

/**
 * Sends the farewell once per closing, and only while the ticket is still closed: if the closing is
 * undone in time, the contact gets nothing. With the setting `userRating` the contact of an
 * attendant's ticket is then asked for a rating. A silenced company sends neither, then or later.
 */
export async function sendFarewell({ companyId, ticketId, closedAt }: FarewellTimer): Promise<void> {
  const ticket = await getTicket(companyId, ticketId, true)
  if (!ticket || !isStillClosed(ticket, closedAt) || (await silencedBy(companyId))) return
  const [texts, settings] = await Promise.all([closingTexts(ticket), getSettings(companyId)])
  try {
    const after = texts.farewell
      ? await sendText(ticket, 'farewell', { text: texts.farewell }, closedAt, settings)
      : ticket
    if (settings.userRating !== 'enabled' || !after.user || after.isGroup) return
    const until = Date.now() + RATING_WAIT_MS
    await sendText(after, 'rating', await ratingOver(after, texts.rating, settings), closedAt, settings, [
      awaitRating(after, closedAt, until),
      timerWrite({ type: 'ratingOver', companyId, ticketId, dueAt: until }),
    ])
  } catch (error) {
    // If the contact wrote again before the question, a new conversation has begun, which the
    // question would disturb.
    const isTooLate = error instanceof Undone || (error instanceof WriteConflict && error.label === 'rating')
    if (!isTooLate) throw error
  }
}

async function ratingOver({ companyId, whatsapp }: TicketRow, text: string, settings: Settings): Promise<FormedMenu> {
  const provider = await providerOf(companyId, whatsapp.id)
  return ratingQuestion(text, menuFormOf({ connection: { provider }, settings }))
}

const isStillClosed = (row: TicketRow, closedAt: number): boolean =>
  row.status === 'closed' && row.closedAt === closedAt

/**
 * Sends a text and returns the ticket after it.
 * @throws `Undone`
 */
async function sendText(
  ticket: TicketRow,
  what: 'farewell' | 'rating',
  { text, choices }: FormedMenu,
  closedAt: number,
  settings: Settings,
  extra: readonly Write[] = [],
): Promise<TicketRow> {
  const whileItStands = (row: TicketRow): TicketChanges => {
    if (!isStillClosed(row, closedAt)) throw new Undone()
    return {}
  }
  const body = fillText(text, ticket, settings)
  const sent = await sendMessage(
    { companyId: ticket.companyId },
    {
      ticket,
      content: choices ? { kind: 'choices', body, choices } : { kind: 'text', body },
      origin: 'bot',
      whatsappMessageId: whatsappMessageId(ticket.whatsapp.id, ticket.id, what, String(closedAt)),
      set: whileItStands,
      extra,
      evenClosed: true,
    },
  )
  return sent.ticket
}

import type { MessageBot } from '@balcao/shared/entities/message.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { BotReplyRow } from '../data/automation/bot-reply.ts'
import { silencedBy } from '../data/company/company.ts'
import { getHead } from '../data/orders/budget.ts'
import { historyWrite, type OrderEvent } from '../data/orders/budget-row.ts'
import { botOf, isServed, type TicketRow } from '../data/tickets/ticket-row.ts'
import { sendMessage } from '../messaging/send-message.ts'
import { whatsappMessageId } from '../messaging/whatsapp-message-id.ts'
import { publishOrder } from '../sales/publish-order.ts'
import type { BotAnswer } from './bot.ts'

/** A person accepted the ticket, closed it or deleted it. */
class Silenced extends Error {}

/**
 * Sends a reply's messages one after the other, each under an id made of the reply and its
 * position, so that sending them again is sending them once. Returns false, and stops, when a
 * person stepped in, the company was silenced or the contact blocked.
 */
export async function sendReplies(
  ticket: TicketRow,
  reply: BotReplyRow,
  { lines, name }: Pick<BotAnswer, 'lines' | 'name'>,
): Promise<boolean> {
  const { companyId } = ticket
  const by = botOf(ticket)
  // The look-up of bills is no bot of anybody's, to be named and rated.
  const bot = by && by.kind !== 'bill' && name ? { kind: by.kind, id: by.id, name } : undefined
  for (const [place, { text, media, item, transcript, orderId, delayMs = 0 }] of lines.entries()) {
    if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs))
    if (await silencedBy(companyId)) return false
    const id = whatsappMessageId(
      ticket.whatsapp.id,
      reply.ticketId,
      'machine',
      `${reply.begunAt}:${reply.replyNumber}:${place}`,
    )
    try {
      await sendMessage(
        { companyId },
        {
          ticket,
          content: media ? { kind: 'media', body: text, media, item } : { kind: 'text', body: text },
          origin: 'machine',
          bot,
          transcript,
          whatsappMessageId: id,
          extra: orderId ? [historyWrite({ companyId, id: orderId }, sentBy(bot))] : [],
          set(now) {
            if (!isServed(now)) throw new Silenced()
            return {}
          },
        },
      )
    } catch (error) {
      const isGone =
        error instanceof AppError &&
        ['ERR_TICKET_CLOSED', 'ERR_NO_TICKET_FOUND', 'ERR_CONTACT_BLOCKED'].includes(error.code)
      if (error instanceof Silenced || isGone) return false
      throw error
    }
    const order = orderId ? await getHead(companyId, orderId, true) : undefined
    if (order) await publishOrder(order, 'update')
  }
  return true
}

/** Returns the entry of an order's history that a bot has sent it. */
const sentBy = (bot: MessageBot | undefined): OrderEvent => ({
  at: Date.now(),
  type: 'sent',
  user: { id: bot?.id ?? '', name: bot?.name ?? '' },
  status: null,
})

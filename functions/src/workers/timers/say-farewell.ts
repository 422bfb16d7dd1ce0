import type { Timer } from '@balcao/shared/events/queues.ts'
import { getSettings } from '../../data/company/setting.ts'
import { getTicket, type TicketChanges } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { farewellText } from '../../messaging/farewell.ts'
import { fillText } from '../../messaging/fill-text.ts'
import { sendMessage } from '../../messaging/send-message.ts'
import { whatsappMessageId } from '../../messaging/whatsapp-message-id.ts'

type FarewellTimer = Extract<Timer, { type: 'farewell' }>

/** The closing was undone. */
class Undone extends Error {}

/** Once per closing, and only while it stands: who undid it in time has said nothing to the contact. */
export async function sayFarewell({ companyId, ticketId, closedAt }: FarewellTimer): Promise<void> {
  const ticket = await getTicket(companyId, ticketId, true)
  const stands = (row: TicketRow) => row.status === 'closed' && row.closedAt === closedAt
  if (!ticket || !stands(ticket)) return
  const [text, settings] = await Promise.all([farewellText(ticket), getSettings(companyId)])
  if (!text) return
  const whileItStands = (row: TicketRow): TicketChanges => {
    if (!stands(row)) throw new Undone()
    return {}
  }
  try {
    await sendMessage(
      { companyId },
      {
        ticket,
        content: { kind: 'text', body: fillText(text, ticket, settings) },
        origin: 'bot',
        whatsappMessageId: whatsappMessageId(ticket.whatsapp.id, ticketId, 'farewell', String(closedAt)),
        set: whileItStands,
        evenClosed: true,
      },
    )
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}

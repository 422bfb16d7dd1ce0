import type { StatusBudGet } from '@balcao/shared/entities/budget-status.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { reaisText } from '@balcao/shared/rules/sales/reais-text.ts'
import { defaultWhatsapp, getWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { getCustomer } from '../../../data/customers/customer-row.ts'
import type { BudgetHead } from '../../../data/orders/budget-row.ts'
import type { Write } from '../../../data/table/transact.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { fieldVariables } from '../../../messaging/field-variables.ts'
import { fillText } from '../../../messaging/fill-text.ts'
import { type Outgoing, sendMessage } from '../../../messaging/send-message.ts'
import { findStandIn, isTextAllowed, textOrStandIn } from '../../../messaging/stand-in-template.ts'
import { writeToContact } from '../../../messaging/write-to-contact.ts'

/**
 * Outcome of the text: one `outsideWindow` is stored and fails, as its customer's window is closed;
 * to a `blocked` contact none is written.
 */
export type Notice = 'sent' | 'outsideWindow' | 'blocked'

/**
 * Sends an order's customer the text of its status, or what stands in for it at an official number,
 * its variables filled, in one transaction with `writes`: into the order's ticket while that is
 * live, else into the conversation with its contact. Returns null, and writes nothing, when there
 * is no contact or no connection; `blocked`, and writes nothing, when the contact is blocked.
 * Refused `writes` are thrown as `WriteConflict`.
 */
export async function writeToCustomer(
  head: BudgetHead,
  { message: text, ...choice }: Pick<StatusBudGet, 'message' | 'templateId' | 'templateVariables'>,
  user: UserRef,
  writes: readonly Write[],
): Promise<Notice | null> {
  const { companyId } = head
  const [ticket, settings] = await Promise.all([
    head.ticketId === null ? undefined : getTicket(companyId, head.ticketId, true),
    getSettings(companyId),
  ])
  const about = ticket ?? (head.contactId ? { companyId, contact: { id: head.contactId } } : undefined)
  const own = about ? await fieldVariables(about, [text, choice]) : {}
  const values = { ...own, number: String(head.number), total: reaisText(head.total), status: head.status?.name ?? '' }
  let notice: Notice = 'sent'
  const outgoingOver = async (over: WhatsappRow | undefined) => {
    const standIn = over && (await findStandIn(over, choice))
    return (into: TicketRow): Omit<Outgoing, 'ticket'> => {
      const now = Date.now()
      const fill = (each: string) => fillText(each, { ...into, user }, settings, now, values)
      const content = textOrStandIn(into, text, standIn, fill, now)
      notice = content.kind === 'text' && !isTextAllowed(into, now) ? 'outsideWindow' : 'sent'
      return { content, origin: 'bot', extra: writes }
    }
  }
  if (ticket && ticket.status !== 'closed') {
    const outgoing = await outgoingOver(await getWhatsapp(companyId, ticket.whatsapp.id))
    try {
      await sendMessage({ companyId }, { ...outgoing(ticket), ticket })
      return notice
    } catch (error) {
      if (isRefusal(error)) return 'blocked'
      if (!isGone(error)) throw error
    }
  }
  const contactId = ticket?.contact.id ?? head.contactId ?? (await onlyContactOf(head))
  const contact = contactId === undefined ? undefined : await getContact(companyId, contactId, true)
  // A metaPage's customer is reached only over their metaPage, which the ticket names.
  const isReached = contact && (!contact.scoped || ticket)
  const connection = isReached ? await connectionOf(companyId, ticket) : undefined
  if (!contact || !connection) return null
  const outgoing = await outgoingOver(connection)
  try {
    await writeToContact(companyId, connection, contact, () => requireContact(companyId, contact.id), outgoing)
    return notice
  } catch (error) {
    if (isRefusal(error)) return 'blocked'
    if (!isGone(error)) throw error
    return null
  }
}

/**
 * Returns the only contact linked to the customer of an order without a ticket. With several, it is
 * unknown which one ordered.
 */
async function onlyContactOf({ companyId, customer }: BudgetHead): Promise<string | undefined> {
  const [contact, ...others] = (await getCustomer(companyId, customer.id))?.contacts ?? []
  return others.length === 0 ? contact?.id : undefined
}

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.code === 'ERR_CONTACT_BLOCKED'

/** Returns whether the ticket was closed or deleted meanwhile, or the contact was. */
const isGone = (error: unknown): boolean =>
  error instanceof AppError && ['ERR_TICKET_CLOSED', 'ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'].includes(error.code)

/**
 * Returns the connection of the order's ticket, else the company's default; undefined without
 * either.
 */
async function connectionOf(companyId: string, ticket: TicketRow | undefined): Promise<WhatsappRow | undefined> {
  const own = ticket && (await getWhatsapp(companyId, ticket.whatsapp.id))
  if (own) return own
  try {
    return await defaultWhatsapp(companyId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_DEF_WAPP_FOUND') return undefined
    throw error
  }
}

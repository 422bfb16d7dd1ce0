import { AppError } from '@balcao/shared/errors.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { shownFields } from '../../../data/fields/field-values.ts'
import { instant } from '../../../data/instant.ts'
import { conversationStateOf } from '../../../data/tickets/live-ticket.ts'
import type { Operations } from '../operations.ts'
import { requirePaying } from './require-own-ticket.ts'

export const getExternalContact: Operations['external']['contact'] = async (ctx, { query }) => {
  const { companyId, connectionId } = ctx
  const [contact] = await Promise.all([
    findContactByNumber(companyId, normalizeNumber(`+${query.number}`)),
    requirePaying(ctx),
  ])
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  const { id, name, number, email, extraInfo, createdAt } = contact
  const { liveTicketId } = await conversationStateOf(companyId, connectionId, id)
  const fields = await shownFields(companyId, contact.fields)
  return { id, name, number, email, extraInfo, fields, ticketId: liveTicketId, createdAt: instant(createdAt) }
}

import { externalTicket } from '../../../data/automation/webhook-event.ts'
import { shownFields } from '../../../data/fields/field-values.ts'
import type { Operations } from '../operations.ts'
import { requireOwnTicket } from './require-own-ticket.ts'

export const getExternalTicket: Operations['external']['ticket'] = async (ctx, { query }) => {
  const ticket = await requireOwnTicket(ctx, query.id)
  return externalTicket(ticket, await shownFields(ticket.companyId, ticket.fields))
}

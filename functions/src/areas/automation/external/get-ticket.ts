import { externalTicket } from '../../../data/automation/webhook-event.ts'
import type { Operations } from '../operations.ts'
import { requireOwnTicket } from './require-own-ticket.ts'

export const getExternalTicket: Operations['external']['ticket'] = async (ctx, { query }) =>
  externalTicket(await requireOwnTicket(ctx, query.id))

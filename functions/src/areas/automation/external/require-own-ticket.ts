import { AppError } from '@balcao/shared/errors.ts'
import { requireCompany } from '../../../data/company/company.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { requirePaid } from '../../../http/require-paid.ts'

type Ctx = HttpContexts['apiKey']

/**
 * Requires a company that has paid.
 * @throws ERR_COMPANY_EXPIRED, ERR_COMPANY_DISABLED
 */
export async function requirePaying({ companyId }: Ctx): Promise<void> {
  requirePaid(await requireCompany(companyId))
}

/**
 * Returns a ticket of the token's connection.
 * @throws ERR_NO_TICKET_FOUND for any other, and what `requirePaying` throws
 */
export async function requireOwnTicket(ctx: Ctx, id: string): Promise<TicketRow> {
  const [ticket] = await Promise.all([getTicket(ctx.companyId, id), requirePaying(ctx)])
  if (ticket?.whatsapp.id !== ctx.connectionId) throw new AppError('ERR_NO_TICKET_FOUND')
  return ticket
}

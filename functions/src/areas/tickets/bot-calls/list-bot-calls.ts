import { pageOfBotCalls } from '../../../data/tickets/bot-call.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const listBotCalls: Operations['botCalls']['list'] = async (ctx, { params: { ticketId }, query }) => {
  await visibleTicket(ctx, ticketId)
  const { rows, ...place } = await pageOfBotCalls(ctx.companyId, ticketId, query)
  return { botCalls: rows, ...place }
}

import { aiPrices } from '../../../data/automation/ai-price.ts'
import { pageOfBotCalls } from '../../../data/tickets/bot-call.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const listBotCalls: Operations['botCalls']['list'] = async (ctx, { params: { ticketId }, query }) => {
  await visibleTicket(ctx, ticketId)
  const [{ rows, ...place }, { currency }] = await Promise.all([
    pageOfBotCalls(ctx.companyId, ticketId, query),
    aiPrices(),
  ])
  return { botCalls: rows, currency, ...place }
}

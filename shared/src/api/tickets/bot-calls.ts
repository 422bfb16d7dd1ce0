import { z } from 'zod'
import { Cursor, Id, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { BotCall } from '../../entities/ai-use.ts'

export const botCalls = {
  list: route({
    method: 'GET',
    path: '/tickets/{ticketId}/bot-calls',
    summary: 'Calls of tools that AI agents made in a ticket, newest first',
    access: 'user',
    params: z.object({ ticketId: Id }),
    query: z.object({ cursor: Cursor, limit: z.coerce.number().int().min(1).max(100).default(50) }),
    /** `currency`: code (ISO 4217) of the operator's prices, in which costs are. */
    response: z.object({ botCalls: z.array(BotCall), currency: z.string(), ...page }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_INVALID_CURSOR'],
  }),
}

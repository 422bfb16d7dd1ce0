import { z } from 'zod'
import { Id, listQuery, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { ExternalContact, ExternalMessage, ExternalOrder, ExternalTicket } from '../../entities/external.ts'
import { codeMessage } from '../../validation/field-message.ts'

const keyed = { method: 'GET', access: 'apiKey', plan: 'useExternalApi' } as const
const refusals = ['ERR_PLAN_FEATURE', 'ERR_COMPANY_EXPIRED', 'ERR_COMPANY_DISABLED'] as const

const { cursor, limit, pageNumber } = listQuery

/**
 * Reads for other systems with a connection's token, with the same key and usage plan as sending.
 * Tickets are those of the token's connection; contacts and orders are the company's.
 */
export const external = {
  contact: route({
    ...keyed,
    path: '/external/contact',
    summary: "Find a contact by its number, with a connection's token",
    query: z.object({
      number: z
        .string()
        .transform(text => text.replace(/[\s()+.-]/g, ''))
        .pipe(z.string().regex(/^\d{8,15}$/, codeMessage('invalid_phone'))),
    }),
    response: ExternalContact,
    errors: [...refusals, 'ERR_NO_CONTACT_FOUND'],
  }),
  ticket: route({
    ...keyed,
    path: '/external/ticket',
    summary: "Read a ticket of the token's connection",
    query: z.object({ id: Id }),
    response: ExternalTicket,
    errors: [...refusals, 'ERR_NO_TICKET_FOUND'],
  }),
  messages: route({
    ...keyed,
    path: '/external/messages',
    summary: 'The messages of a ticket, newest first; files by links that hold for minutes',
    query: z.object({ ticketId: Id, cursor, limit, pageNumber }),
    response: z.object({ messages: z.array(ExternalMessage.extend({ mediaUrl: z.string().nullable() })), ...page }),
    errors: [...refusals, 'ERR_NO_TICKET_FOUND'],
  }),
  order: route({
    ...keyed,
    path: '/external/order',
    summary: 'Read an order by its number',
    query: z.object({ number: z.coerce.number().int().min(1).max(9_999_999_999) }),
    response: ExternalOrder,
    errors: [...refusals, 'ERR_NO_BUDGET_FOUND'],
  }),
}

import { z } from 'zod'
import { Id } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Amount } from '../../api-contract/sales-fields.ts'
import { FREIGHT_TYPES } from '../../entities/budget.ts'
import { DraftOrder, DraftPreset } from '../../entities/draft-order.ts'
import { codeMessage } from '../../validation/field-message.ts'
import { MAX_ITEMS } from '../orders/budgets.ts'

const common = { access: 'user', plan: 'useSales', path: '/tickets/{ticketId}/draft' } as const
const params = z.object({ ticketId: Id })

/**
 * Draft order of a ticket: one, shared by all users who may see the ticket; it is removed when the
 * ticket is closed.
 */
export const draftOrder = {
  get: route({
    ...common,
    method: 'GET',
    summary: "A ticket's order in the making",
    params,
    response: DraftOrder,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_DRAFT_FOUND'],
  }),
  /**
   * Saves the whole draft: a line that is left out is removed. Names and prices are the server's;
   * sent ones are ignored.
   */
  save: route({
    ...common,
    method: 'PUT',
    summary: "Put a ticket's order in the making in the place of the version that was read (0: of none)",
    params,
    body: z.object({
      version: z.number().int().min(0),
      storeId: Id.nullable().default(null),
      customerId: Id.nullable().default(null),
      itens: z
        .array(z.object({ productId: Id, amount: Amount }))
        .max(MAX_ITEMS)
        .refine(
          items => new Set(items.map(({ productId }) => productId)).size === items.length,
          codeMessage('duplicate'),
        )
        .default([]),
      typeDelivery: z.enum(FREIGHT_TYPES).nullable().default(null),
      addressId: Id.nullable().default(null),
      coupon: z.array(z.string().trim().min(1).max(50)).max(10).default([]),
    }),
    response: DraftOrder,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_CLOSED',
      'ERR_DRAFT_CHANGED',
      'ERR_NO_STORE_FOUND',
      'ERR_NO_CUSTOMER_FOUND',
      'ERR_NO_PRODUCT_FOUND',
      'ERR_NO_ADDRESS_FOUND',
    ],
  }),
  preset: route({
    ...common,
    method: 'GET',
    path: '/tickets/{ticketId}/draft/preset',
    summary: "Start of a ticket's new order: customer, store, delivery and payment of its contact's last one",
    params,
    response: DraftPreset,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  remove: route({
    ...common,
    method: 'DELETE',
    summary: "Give up a ticket's order in the making",
    params,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
}

import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { BudgetItem, DELIVERY_TYPES } from './budget.ts'

/**
 * The order a ticket's attendants are putting together. Prices in it are shown and never believed: an order has those of its moment.
 */
export const DraftOrder = z.object({
  /** Also the key by which an order is made of it once. */
  id: Id,
  ticketId: Id,
  /** Rises with every change; who changes an older one is refused and answered the newer. */
  version: z.number().int(),
  storeId: Id.nullable(),
  storeName: z.string(),
  customerId: Id.nullable(),
  customerDocument: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  customerEmail: z.string(),
  /** Who put it together last. */
  sellerId: Id,
  itens: z.array(BudgetItem),
  typeDelivery: z.enum(DELIVERY_TYPES).nullable(),
  addressId: Id.nullable(),
  /** Names of coupons, as they were typed. */
  coupon: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type DraftOrder = z.infer<typeof DraftOrder>

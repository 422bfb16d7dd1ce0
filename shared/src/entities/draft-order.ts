import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { BudgetItem, FREIGHT_TYPES } from './budget.ts'

/**
 * Order that a ticket's attendants are preparing. Its prices are only for display: an order uses
 * those at its creation.
 */
export const DraftOrder = z.object({
  /** Id, and the key by which the draft becomes an order only once. */
  id: Id,
  ticketId: Id,
  /**
   * Rises with every change; a change of an older version is refused, and the answer has the newer
   * one.
   */
  version: z.number().int(),
  storeId: Id.nullable(),
  storeName: z.string(),
  customerId: Id.nullable(),
  customerDocument: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  customerEmail: z.string(),
  /** User who last changed it, or the AI agent that made it. */
  sellerId: Id,
  itens: z.array(BudgetItem),
  typeDelivery: z.enum(FREIGHT_TYPES).nullable(),
  addressId: Id.nullable(),
  /** Names of coupons, as typed. */
  coupon: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type DraftOrder = z.infer<typeof DraftOrder>

/** Fields with which a new order of a ticket begins. */
export const DraftPreset = z.object({
  /**
   * Customer of the contact, else of its last order, else the default one; null if there is none.
   */
  customer: z.object({ id: Id, fullName: z.string(), document: z.string() }).nullable(),
  /** Store of the last order, if it is still active. */
  storeId: Id.nullable(),
  typeDelivery: z.enum(FREIGHT_TYPES).nullable(),
  /** Destination of the last order; null for a pickup. */
  addressId: Id.nullable(),
  /** Method that paid the last order alone. */
  paymentId: Id.nullable(),
})
export type DraftPreset = z.infer<typeof DraftPreset>

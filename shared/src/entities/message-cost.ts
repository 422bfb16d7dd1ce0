import { z } from 'zod'
import { PriceCategory } from '../events/queues.ts'

/** Price of messages, for a country or for all others. */
export const MessagePrice = z.object({
  /** Country calling code (`55`), or `*` for every country without a price of its own. */
  country: z.string(),
  category: PriceCategory,
  /** Price of one delivered message, in millionths of the table's currency. */
  price: z.number().int(),
})
export type MessagePrice = z.infer<typeof MessagePrice>

/** The operator's prices of messages over WhatsApp's Cloud API. */
export const MessagePrices = z.object({
  /** Currency code (ISO 4217). */
  currency: z.string(),
  prices: z.array(MessagePrice),
})
export type MessagePrices = z.infer<typeof MessagePrices>

/** Billed messages of a day and what they cost. */
export const DayCost = z.object({
  /** Day `yyyy-mm-dd` in the company's zone. */
  date: z.string(),
  category: PriceCategory,
  count: z.number().int(),
  /** Cost in millionths of the currency; null for messages whose price is not in the table. */
  cost: z.number().int().nullable(),
})
export type DayCost = z.infer<typeof DayCost>

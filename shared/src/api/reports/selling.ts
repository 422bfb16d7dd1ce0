import { z } from 'zod'
import { Day, Id, Instant } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'

const Quantity = z.number().int()

/** Figures of one seller on a day; amounts in reais. */
export const SellerDay = z.object({
  sellerId: Id,
  name: z.string(),
  /** `gone`: deleted since. */
  kind: z.enum(['user', 'agent', 'gone']),
  /** Conversations taken up; null for an agent, which takes up every one of its queue. */
  conversations: Quantity.nullable(),
  /** Carts begun. */
  carts: Quantity,
  /** Orders made, without cancelled ones. */
  orders: Quantity,
  revenue: z.number(),
  /** Mean total; null without orders. */
  average: z.number().nullable(),
  paid: Quantity,
  paidTotal: z.number(),
})
export type SellerDay = z.infer<typeof SellerDay>

export const selling = {
  day: route({
    method: 'GET',
    path: '/dashboard/selling',
    summary: 'A day of selling: conversations, carts, orders and payments by seller, what was missed and what ran out',
    access: 'admin',
    plan: 'useSales',
    query: z.object({ day: Day.describe('Today when left out').optional() }),
    response: z.object({
      day: z.string(),
      /** The one with the highest revenue first. */
      sellers: z.array(SellerDay),
      /** Searches of agents and of people that found nothing, the most frequent first. */
      missed: z.array(z.object({ text: z.string(), count: Quantity })),
      /** Products whose last piece was sold, the latest first. */
      ranOut: z.array(z.object({ productId: Id, name: z.string(), storeId: Id, storeName: z.string(), at: Instant })),
      /** True if the day has more orders than were looked at. */
      partial: z.boolean(),
    }),
  }),
}

import { z } from 'zod'
import { route } from '../../api-contract/route.ts'
import { MessagePrices } from '../../entities/message-cost.ts'
import { PriceCategory } from '../../events/queues.ts'
import { codeMessage } from '../../validation/field-message.ts'

const Prices = z
  .array(
    z.object({
      country: z.string().regex(/^(\*|[1-9]\d{0,2})$/),
      category: PriceCategory,
      price: z.number().int().min(0).max(100_000_000),
    }),
  )
  .max(1000)
  .refine(
    prices => new Set(prices.map(({ country, category }) => `${country}#${category}`)).size === prices.length,
    codeMessage('duplicate'),
  )

export const messagePrices = {
  get: route({
    method: 'GET',
    path: '/message-prices',
    summary: 'Prices of Meta for messages over the Cloud API, as the operator entered them',
    access: 'admin',
    response: MessagePrices,
  }),
  save: route({
    method: 'PUT',
    path: '/message-prices',
    summary: 'Replace the table of prices of messages over the Cloud API',
    access: 'super',
    audit: 'setting.update',
    body: z.object({ currency: z.string().regex(/^[A-Z]{3}$/), prices: Prices }),
    response: MessagePrices,
  }),
}

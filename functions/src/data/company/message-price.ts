import type { MessagePrice, MessagePrices } from '@balcao/shared/entities/message-cost.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { cacheFor } from '../table/short-cache.ts'
import { putOne } from '../table/single-write.ts'

/** Prices of the whole installation: one row, since a table has at most some hundreds of them. */
const MESSAGE_PRICES = defineRow({
  kind: 'messagePrices',
  key: { pk: 'system#message-prices', sk: 'prices' },
  content: z.object({ currency: z.string(), prices: z.custom<MessagePrice[]>() }),
})

/** Currency until an operator enters prices: that in which Meta bills most accounts of Brazil. */
const NONE: MessagePrices = { currency: 'BRL', prices: [] }

const cached = cacheFor<MessagePrices>(5000)

/** Returns the operator's prices, which may be five seconds old; none until they are entered. */
export const messagePrices = (): Promise<MessagePrices> =>
  cached.get('prices', async () => (await MESSAGE_PRICES.get({})) ?? NONE)

export async function saveMessagePrices(given: MessagePrices): Promise<MessagePrices> {
  await putOne(MESSAGE_PRICES.put(given))
  cached.forget('prices')
  return given
}

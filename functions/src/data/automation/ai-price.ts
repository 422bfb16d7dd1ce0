import type { AiPrice, AiPrices } from '@balcao/shared/entities/ai-use.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { cacheFor } from '../table/short-cache.ts'
import { putOne } from '../table/single-write.ts'

/** Prices of the whole installation: one row, since a table has at most some hundreds of them. */
const AI_PRICES = defineRow({
  kind: 'aiPrices',
  key: { pk: 'system#ai-prices', sk: 'prices' },
  content: z.object({ currency: z.string(), prices: z.custom<AiPrice[]>() }),
})

const NONE: AiPrices = { currency: 'BRL', prices: [] }

const cached = cacheFor<AiPrices>(5000)

/** Returns the operator's prices, which may be five seconds old; none until they are entered. */
export const aiPrices = (): Promise<AiPrices> => cached.get('prices', async () => (await AI_PRICES.get({})) ?? NONE)

export async function saveAiPrices(given: AiPrices): Promise<AiPrices> {
  await putOne(AI_PRICES.put(given))
  cached.forget('prices')
  return given
}

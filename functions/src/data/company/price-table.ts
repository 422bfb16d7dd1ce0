import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { cacheFor } from '../table/short-cache.ts'
import { putOne } from '../table/single-write.ts'

/**
 * Returns the reader and the writer of a table of the operator's prices, for the whole
 * installation: one row, since a table has at most some hundreds of them.
 * @param pk partition of the row
 */
export function priceTable<Price>(kind: string, pk: `system#${string}`) {
  type Prices = { currency: string; prices: Price[] }
  const rows = defineRow({
    kind,
    key: { pk, sk: 'prices' },
    content: z.object({ currency: z.string(), prices: z.custom<Price[]>() }),
  })
  // Until an operator enters prices: the currency in which Meta bills most accounts of Brazil.
  const none: Prices = { currency: 'BRL', prices: [] }
  const cached = cacheFor<Prices>(5000)
  return {
    /** Returns the prices, which may be five seconds old; none until they are entered. */
    get: (): Promise<Prices> => cached.get('prices', async () => (await rows.get({})) ?? none),
    async save(given: Prices): Promise<Prices> {
      await putOne(rows.put(given))
      cached.forget('prices')
      return given
    },
  }
}

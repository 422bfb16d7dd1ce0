import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { priceOf } from '@balcao/shared/rules/sales/order-totals.ts'
import { reaisText } from '@balcao/shared/rules/sales/reais-text.ts'
import { z } from 'zod'
import type { ProductStoreRow } from '../../data/catalog/product-store.ts'
import { searchInStore } from '../../data/catalog/search-in-store.ts'
import { countMissedSearch } from '../../data/reports/selling-day.ts'
import { transact } from '../../data/table/transact.ts'
import { defineTool } from './tool.ts'

/** Number of products in an answer. */
const MAX_HITS = 8

/** Searches the active products of the store, with the prices and stock of this moment. */
export const searchProducts = defineTool({
  name: 'search_products',
  switch: 'catalogue',
  needs: 'store',
  description:
    'Procura produtos da loja pelo nome ou código, com preço e estoque de agora. Sem texto, mostra os primeiros.',
  parameters: z.object({ query: z.string().max(100).describe('Palavras do nome do produto, ou o código.') }),
  async run({ companyId, store, dry }, { query }) {
    const found = await searchInStore(companyId, store!.id, query)
    // Searches in vain tell the shop what it could sell.
    const missed = found.length === 0 && !dry ? await countMissedSearch(companyId, query) : undefined
    if (missed) await transact([missed])
    return { answer: { ok: true, products: found.slice(0, MAX_HITS).map(productOf), more: found.length > MAX_HITS } }
  },
})

function productOf(row: ProductStoreRow) {
  const { productId, name, description, stock, sellingPrice, picture } = row
  const price = priceOf(row)
  return {
    productId,
    name,
    ...(description ? { description } : {}),
    price: reaisText(price),
    // A promotion's price may be above the usual one, which then is no reduction to tell of.
    ...(price < toCents(sellingPrice) ? { insteadOf: reaisText(toCents(sellingPrice)) } : {}),
    stock,
    hasPicture: picture !== null,
  }
}

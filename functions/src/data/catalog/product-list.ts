/**
 * Lists products with what they cost and how many there are of them. By name a list is read along
 * its index, and filtered on the way; an order by price or stock is made of the first products by
 * name (decision 0075).
 */
import type { PRODUCT_ORDERS } from '@balcao/shared/api/catalog/products.ts'
import type { Sold } from '@balcao/shared/entities/product.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { priceOf } from '@balcao/shared/rules/sales/order-totals.ts'
import { isRunningOut } from '@balcao/shared/rules/sales/running-out.ts'
import { inParts } from '../../in-parts.ts'
import { countedPageOf } from '../table/counted-page.ts'
import { firstOf, fromQuery, fromRows, type PageOptions, pageOf, type Source, searchedPage } from '../table/page.ts'
import { rangeOfNames } from '../table/range-of-names.ts'
import { fromSearch, idsOf } from '../table/search.ts'
import { cacheFor } from '../table/short-cache.ts'
import { getProducts, namePosition, PRODUCTS, type ProductRow } from './product-row.ts'
import { type ProductStoreRow, storesOfProduct } from './product-store.ts'

type ProductOrder = (typeof PRODUCT_ORDERS)[number]

export type ProductFilter = {
  searchParam: string
  categoryId?: string | undefined
  /** Products this store sells, with its price and stock alone. */
  storeId?: string | undefined
  active?: boolean | undefined
  /** Products that are running out in a store. */
  low?: boolean | undefined
}

/** Product with its prices, those of one store if the list is limited to it. */
export type PricedProduct = { product: ProductRow; stores: readonly ProductStoreRow[] }

type ProductPage = {
  rows: PricedProduct[]
  count: number
  /** True if only the first products by name were considered. */
  partial: boolean
  hasMore: boolean
  nextCursor: string | null
}

/** Products considered for an order by price or stock; of a search, those it finds first. */
const MOST_PRICED = 500
const MOST_FOUND = 100
/** Products read at once where few of them pass: each costs half a unit for its prices. */
const FILTERED = 100
/** Number of products whose prices are read in parallel. */
const PARALLEL = 50
/** Time for which the priced products are cached, ms: a list is turned page by page. */
const CACHED_MS = 5000

type Priced = { rows: PricedProduct[]; partial: boolean }
const cached = cacheFor<Priced>(CACHED_MS, 50)

/**
 * Reads a page of products. By name it costs 2 to 4 read units, and half a unit per product for its
 * prices, also of those that a filter by store or stock leaves out: at most 400 a page. Any other
 * list costs 16 per 250 products considered and half a unit per product, once in five seconds.
 * Throws ERR_INVALID_CURSOR.
 */
export async function pageOfPricedProducts(
  companyId: string,
  filter: ProductFilter,
  sort: ProductOrder,
  options: PageOptions,
): Promise<ProductPage> {
  const { categoryId, active, storeId, low = false } = filter
  const text = filter.searchParam.trim()
  const accept = (product: ProductRow): boolean =>
    (categoryId === undefined || product.categoryId === categoryId) &&
    (active === undefined || product.isActive === active)
  const isNarrowed = categoryId !== undefined || active !== undefined
  const name = [text, sort, categoryId, active, storeId, low].map(each => each ?? '').join('|')
  const isByName = sort === 'name' || sort === '-name' || text !== ''
  if (isByName && storeId === undefined && !low) {
    const source = text ? searched(companyId, text) : listed(companyId, sort === '-name')
    const page = { ...searchedPage(options, text), ...(isNarrowed ? { accept } : {}) }
    const { rows, ...end } = await countedPageOf(companyId, 'products', name, source, page)
    return { rows: await priced(companyId, rows), partial: false, ...end }
  }
  const sells = ({ stores }: PricedProduct): boolean =>
    (storeId === undefined || stores.length > 0) && (!low || stores.some(({ stock }) => isRunningOut(stock)))
  const ofStore = (row: PricedProduct): PricedProduct =>
    storeId === undefined ? row : { ...row, stores: row.stores.filter(each => each.storeId === storeId) }
  if (isByName && text === '') {
    const source = pricedSource(companyId, sort === '-name', accept, low ? FILTERED : 0, ofStore)
    const page = { ...options, search: false, accept: (row: PricedProduct) => accept(row.product) && sells(row) }
    const { rows, ...end } = await countedPageOf(companyId, 'products', name, source, page)
    return { rows, partial: false, ...end }
  }
  const all = await cached.get(`${companyId}|${text}`, () => firstPriced(companyId, text))
  const found = all.rows
    .filter(({ product }) => accept(product))
    .map(ofStore)
    .filter(sells)
  const source = fromRows(text ? found : sorted(found, sort), ({ product }) => product.id)
  const { rows, hasMore, nextCursor } = await pageOf(companyId, `products|${name}`, source, options)
  return { rows, count: found.length, partial: all.partial, hasMore, nextCursor }
}

/**
 * Returns the source of products by name with their prices; those that `accept` refuses have none.
 * @param least products that are read at once at least
 */
const pricedSource =
  (
    companyId: string,
    descending: boolean,
    accept: (product: ProductRow) => boolean,
    least: number,
    shape: (row: PricedProduct) => PricedProduct,
  ): Source<PricedProduct> =>
  async (wanted, from) => {
    const { rows, end, more } = await listed(companyId, descending)(Math.max(wanted, least), from)
    const products = rows.map(({ row }) => row)
    const found = await priced(companyId, products.filter(accept))
    const byId = new Map(found.map(row => [row.product.id, shape(row)]))
    return {
      rows: rows.map(({ row: product, position }) => ({
        row: byId.get(product.id) ?? { product, stores: [] },
        position,
      })),
      end,
      more,
    }
  }

/** Reads products by name from a position on, with their prices. */
export async function readPricedProducts(companyId: string, wanted: number, from: unknown) {
  const slice = await listed(companyId, false)(wanted, from)
  const rows = await priced(
    companyId,
    slice.rows.map(({ row }) => row),
  )
  return { rows, end: slice.end, more: slice.more }
}

/** Adds their prices to products: half a read unit each. */
const priced = (companyId: string, products: readonly ProductRow[]): Promise<PricedProduct[]> =>
  inParts(products, PARALLEL, async product => ({ product, stores: await storesOfProduct(companyId, product.id) }))

/** Returns these products with their prices, by id: a read unit each. */
export async function pricedProducts(companyId: string, ids: readonly string[]): Promise<Map<string, PricedProduct>> {
  const rows = [...(await getProducts(companyId, ids)).values()]
  return new Map((await priced(companyId, rows)).map(row => [row.product.id, row]))
}

async function firstPriced(companyId: string, text: string): Promise<Priced> {
  const most = text ? MOST_FOUND : MOST_PRICED
  const source = text ? searched(companyId, text) : listed(companyId, false)
  const first = await firstOf(source, most + 1)
  return { rows: await priced(companyId, first.slice(0, most)), partial: first.length > most }
}

/** Returns what a list shows of a product's prices; null for one that no store sells. */
export function soldOf(stores: readonly ProductStoreRow[]): Sold | null {
  if (stores.length === 0) return null
  const prices = stores.map(priceOf)
  return {
    stores: stores.length,
    priceFrom: toReais(Math.min(...prices)),
    priceTo: toReais(Math.max(...prices)),
    stock: stores.reduce((sum, { stock }) => sum + stock, 0),
    low: stores.some(({ stock }) => isRunningOut(stock)),
  }
}

/** Returns products in an order; those that no store sells come last in it. */
function sorted(rows: readonly PricedProduct[], sort: ProductOrder): readonly PricedProduct[] {
  if (sort === 'name') return rows
  if (sort === '-name') return rows.toReversed()
  const direction = sort.startsWith('-') ? -1 : 1
  const field = sort.endsWith('price') ? 'priceFrom' : 'stock'
  return rows
    .map(row => ({ row, value: soldOf(row.stores)?.[field] }))
    .sort((a, b) =>
      a.value === undefined || b.value === undefined
        ? Number(a.value === undefined) - Number(b.value === undefined)
        : (a.value - b.value) * direction,
    )
    .map(({ row }) => row)
}

const listed = (companyId: string, descending: boolean): Source<ProductRow> =>
  fromQuery(from => PRODUCTS.queryIndex('gsi1', { companyId }, rangeOfNames(from as string | null, descending)), {
    attributes: PRODUCTS.attributes,
    order: descending ? 'desc' : 'asc',
    toRow: PRODUCTS.parse,
    positionOf: namePosition,
  })

const searched = (companyId: string, text: string): Source<ProductRow> =>
  fromSearch(companyId, 'product', text, hits => getProducts(companyId, idsOf(hits)))

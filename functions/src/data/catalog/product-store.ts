/**
 * Price and stock of a product in a store: one row per product and store, below 1 KB, so that an
 * order takes the stock of twenty of them in one transaction at two write units each. The row has a
 * copy of what a cart and an order show of the product. Further rows are a pointer to it by its id,
 * its place in the store's list by name, and the search items of the store.
 */
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { toCents, toReais } from '@balcao/shared/rules/sales/money.ts'
import { z } from 'zod'
import { batchItems } from '../table/batch-items.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { nameKeyOf } from '../table/normalize.ts'
import { queryItems } from '../table/query-items.ts'
import { searchWrites } from '../table/search-item.ts'
import { laterThan, rowExists } from '../table/small-list.ts'
import { put, remove, retryUntilWritten, transact, update, type Write, WriteConflict } from '../table/transact.ts'
import { pictureUrls } from './picture.ts'
import { getProduct, type ProductRow, productSubject, productTouched } from './product-row.ts'

/** Product fields copied into the row. */
type Copy = Pick<
  ProductRow,
  'name' | 'ean' | 'code' | 'description' | 'isActive' | 'categoryId' | 'picture' | 'mediaName'
>

/** Product in a store. Prices are in reais. Only the beginning of the description is stored. */
export type ProductStoreRow = Omit<Copy, 'picture'> & {
  companyId: string
  id: string
  productId: string
  storeId: string
  /** Number of changes of prices and product; a change of stock does not count. */
  version: number
  stock: number
  costPrice: number
  sellingPrice: number
  /** Replaces the selling price while it is above 0. */
  promotionPrice: number
  picture: Copy['picture']
  /** Path as in the wire form. */
  mediaPath: string | null
  thumbPath: string | null
  createdAt: string
  updatedAt: string
}

/**
 * Maximum length of the copied description and file name: with it a row of the longest names stays
 * below 1 KB.
 */
const DESCRIPTION = 80
const FILE_NAME = 40

const PRODUCT_STORES = defineRow({
  kind: 'productStore',
  key: { pk: '${companyId}#product#${productId}', sk: 'store#${storeId}' },
  content: z.object({
    companyId: z.string(),
    productId: z.string(),
    storeId: z.string(),
    id: z.string(),
    version: z.number(),
    stock: z.number(),
    /** Prices in cents: cost, selling, promotion. */
    prices: z.tuple([z.number(), z.number(), z.number()]),
    /** `Copy` as a text. */
    product: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  keyOnly: ['companyId', 'productId', 'storeId'],
  unmarked: true,
})
type Stored = RowOf<typeof PRODUCT_STORES>

/** Pointers to the rows by their ids. */
const POINTERS = defineRow({
  kind: 'productStorePointer',
  key: { pk: '${companyId}#productStore#${id}', sk: 'productStore' },
  content: z.object({ companyId: z.string(), id: z.string(), storeId: z.string(), productId: z.string() }),
  keyOnly: ['companyId', 'id'],
  unmarked: true,
})

/** Places of a store's products: the active ones first, in the order of their names. */
const PLACES = defineRow({
  kind: 'productPlace',
  key: { pk: '${companyId}#store#${storeId}#products', sk: 'product#${state}#${nameKey}#${productId}' },
  content: z.object({
    companyId: z.string(),
    storeId: z.string(),
    state: z.enum(['active', 'inactive']),
    nameKey: z.string(),
    productId: z.string(),
  }),
  keyOnly: ['companyId', 'storeId', 'state', 'nameKey', 'productId'],
  unmarked: true,
})

const placeOf = (
  companyId: string,
  { storeId, productId, isActive, name }: Pick<ProductStoreRow, 'storeId' | 'productId' | 'isActive' | 'name'>,
): RowOf<typeof PLACES> => ({
  ...{ companyId, storeId, productId },
  state: isActive ? 'active' : 'inactive',
  nameKey: nameKeyOf(name),
})

/** Returns the row in an item of the table, also in one that a refused write found. */
export const toProductStoreRow = (item: object): ProductStoreRow =>
  toRow(PRODUCT_STORES.parse(item as Record<string, unknown>)!)

function toRow(stored: Stored): ProductStoreRow {
  const { companyId, productId, storeId, prices, product, id, version, stock, createdAt, updatedAt } = stored
  const [costPrice, sellingPrice, promotionPrice] = prices.map(toReais) as Stored['prices']
  const copy = JSON.parse(product) as Copy
  return {
    companyId,
    id,
    productId,
    storeId,
    version,
    stock,
    costPrice,
    sellingPrice,
    promotionPrice,
    ...copy,
    ...pictureUrls(companyId, copy.picture),
    createdAt,
    updatedAt,
  }
}

/** Returns the fields that a row copies from its product. */
export const copyOf = (product: Copy): Copy => ({
  name: product.name,
  ean: product.ean,
  code: product.code,
  description: cutText(product.description, DESCRIPTION),
  isActive: product.isActive,
  categoryId: product.categoryId,
  picture: product.picture,
  mediaName: product.mediaName && cutText(product.mediaName, FILE_NAME),
})

/**
 * Returns the rows of these products in a store, by product; products that the store does not sell
 * are missing. Costs half a read unit each, or 1 if consistent.
 */
export async function getProductStores(
  companyId: string,
  storeId: string,
  productIds: readonly string[],
  consistent = false,
): Promise<Map<string, ProductStoreRow>> {
  const keys = [...new Set(productIds)].map(productId => PRODUCT_STORES.key({ companyId, storeId, productId }))
  const rows = (await batchItems(keys, PRODUCT_STORES.attributes, consistent)).map(toProductStoreRow)
  return new Map(rows.map(row => [row.productId, row]))
}

export async function getProductStore(
  companyId: string,
  storeId: string,
  productId: string,
  consistent = false,
): Promise<ProductStoreRow | undefined> {
  const stored = await PRODUCT_STORES.get({ companyId, storeId, productId }, { consistent })
  return stored && toRow(stored)
}

/** Returns the row of this id. */
export async function findProductStore(companyId: string, id: string): Promise<ProductStoreRow | undefined> {
  const pointer = await POINTERS.get({ companyId, id }, { consistent: true })
  return pointer && getProductStore(companyId, pointer.storeId, pointer.productId, true)
}

/** Maximum number of stores read: more than a company has. */
const MAX_STORES = 5000

/**
 * Returns the rows of a product in each store that sells it. Costs half a read unit per 4 KB, twice
 * that if consistent.
 */
export async function storesOfProduct(
  companyId: string,
  productId: string,
  consistent = false,
): Promise<ProductStoreRow[]> {
  const query = PRODUCT_STORES.query({ companyId, productId })
  const { attributes } = PRODUCT_STORES
  const { items } = await queryItems(query, MAX_STORES, { attributes, order: 'asc', consistent })
  return items.map(toProductStoreRow)
}

/** Returns ids of the first active products of a store by name. */
export async function firstSoldIn(companyId: string, storeId: string, limit: number): Promise<string[]> {
  return (await soldNames(companyId, storeId, '', limit)).map(({ productId }) => productId)
}

/** Active product of a store, with its folded name. */
export type SoldName = { productId: string; nameKey: string }

/** Returns the first active products of a store whose folded name begins with a text, by name. */
export async function soldNames(companyId: string, storeId: string, text: string, limit: number): Promise<SoldName[]> {
  const query = PLACES.query({ companyId, storeId }, { begins: `product#active#${text}` })
  const { items } = await queryItems<TableKey>(query, limit, { attributes: PLACES.attributes, order: 'asc' })
  return items.map(item => PLACES.parse(item)!)
}

/** Returns ids of the first products of a store, active or not. */
export async function anySoldIn(companyId: string, storeId: string, limit: number): Promise<string[]> {
  const query = PLACES.query({ companyId, storeId })
  const { attributes } = PLACES
  const { items } = await queryItems<TableKey>(query, limit, { attributes, order: 'asc', consistent: true })
  return items.map(item => PLACES.parse(item)!.productId)
}

/** Returns the kind of a store's search items. */
export const searchKindOf = (storeId: string) => `productStore#${storeId}` as const

/** Returns the writes that keep a product searchable in a store, if it is active. */
function findable(companyId: string, storeId: string, productId: string, before?: Copy, after?: Copy): Write[] {
  const subject = (copy: Copy | undefined) => (copy?.isActive ? productSubject(copy) : undefined)
  const from = before && placeOf(companyId, { storeId, productId, ...before })
  const to = after && placeOf(companyId, { storeId, productId, ...after })
  const stays = from && to && PLACES.key(from).sk === PLACES.key(to).sk
  return [
    ...(from && !stays ? [remove('place', PLACES.delete(from))] : []),
    ...(to && !stays ? [put('place', PLACES.put(to))] : []),
    ...searchWrites(companyId, searchKindOf(storeId), productId, subject(before), subject(after)),
  ]
}

/** Stock and prices in reais. */
export type Pricing = Pick<ProductStoreRow, 'stock' | 'costPrice' | 'sellingPrice' | 'promotionPrice'>

const centsOf = ({ costPrice, sellingPrice, promotionPrice }: Omit<Pricing, 'stock'>): Stored['prices'] => [
  toCents(costPrice),
  toCents(sellingPrice),
  toCents(promotionPrice),
]

/**
 * Returns a product in a store that did not sell it, and the writes that add it; the row's is
 * labelled `productStore`.
 */
export function newProductStore(
  product: ProductRow,
  storeId: string,
  pricing: Pricing,
): { row: ProductStoreRow; writes: Write[] } {
  const { companyId, id: productId } = product
  const now = new Date().toISOString()
  const copy = copyOf(product)
  const stored: Stored = {
    ...{ companyId, storeId, productId },
    id: newId(),
    version: 1,
    stock: pricing.stock,
    prices: centsOf(pricing),
    product: JSON.stringify(copy),
    createdAt: now,
    updatedAt: now,
  }
  const writes = [
    put('productStore', PRODUCT_STORES.create(stored)),
    put('pointer', POINTERS.create({ companyId, id: stored.id, storeId, productId })),
    ...findable(companyId, storeId, productId, undefined, copy),
  ]
  return { row: toRow(stored), writes }
}

/**
 * Adds a product to a store that did not sell it. Throws ERR_NO_PRODUCT_FOUND, ERR_NO_STORE_FOUND,
 * and WriteConflict if another caller was first.
 */
export async function addProductStore(
  companyId: string,
  storeId: string,
  productId: string,
  pricing: Pricing,
): Promise<ProductStoreRow> {
  const product = await getProduct(companyId, productId, true)
  if (!product) throw new AppError('ERR_NO_PRODUCT_FOUND')
  const { row, writes } = newProductStore(product, storeId, pricing)
  await transact([...writes, productTouched(product), rowExists(companyId, 'store', storeId)], {
    store: 'ERR_NO_STORE_FOUND',
  })
  return row
}

/**
 * Changes the prices and the stock of a product in a store. With `stockBefore`, the stock shown
 * when it was edited, the difference is added, so that sales made meanwhile are kept. Throws
 * WriteConflict if another caller changed it, and ERR_CONFLICT if the stock would fall below zero.
 */
export async function changeProductStore(
  before: ProductStoreRow,
  pricing: Pricing,
  stockBefore?: number,
): Promise<ProductStoreRow> {
  const by = stockBefore === undefined ? undefined : pricing.stock - stockBefore
  const stock = by === undefined ? pricing.stock : before.stock + by
  if (stock < 0) throw new AppError('ERR_CONFLICT')
  const updatedAt = laterThan(before.updatedAt)
  const version = before.version + 1
  await transact([
    update(
      'productStore',
      PRODUCT_STORES.change(before, {
        set: { prices: centsOf(pricing), updatedAt, version, ...(by === undefined ? { stock } : {}) },
        add: { stock: by },
        when: is => [
          is.equal('version', before.version),
          ...(by !== undefined && by < 0 ? [is.atLeast('stock', -by)] : []),
        ],
      }),
    ),
  ])
  return { ...before, ...pricing, stock, updatedAt, version }
}

/**
 * Returns the writes, the row's labelled `productStore`, that copy a product's current fields into
 * a row. Empty if the row has them already.
 */
export function propagationWrites(row: ProductStoreRow, product: Copy): Write[] {
  const { companyId, storeId, productId, version } = row
  const [before, after] = [copyOf(row), copyOf(product)]
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  return [
    update(
      'productStore',
      PRODUCT_STORES.change(row, {
        set: { product: JSON.stringify(after), version: version + 1 },
        when: is => [is.equal('version', version)],
      }),
    ),
    ...findable(companyId, storeId, productId, before, after),
  ]
}

/**
 * Removes a product from a store, whatever its current price; returns false if it was already
 * removed. Throws ERR_CONFLICT if other writers come first in every attempt.
 */
export const removeProductStore = (
  companyId: string,
  storeId: string,
  productId: string,
): Promise<ProductStoreRow | undefined> =>
  retryUntilWritten(async () => {
    const [row, product] = await Promise.all([
      getProductStore(companyId, storeId, productId, true),
      getProduct(companyId, productId, true),
    ])
    if (!row) return undefined
    await transact([...removalWrites(row), ...(product ? [productTouched(product)] : [])])
    return row
  })

/**
 * Returns the writes, the row's labelled `productStore`, that delete a row with everything that
 * points to it.
 */
export const removalWrites = (row: ProductStoreRow): Write[] => {
  const { companyId, storeId, productId } = row
  return [
    remove('productStore', PRODUCT_STORES.delete(row, { when: is => [is.equal('version', row.version)] })),
    remove('pointer', POINTERS.delete(row)),
    ...findable(companyId, storeId, productId, copyOf(row)),
  ]
}

const STOCK = 'stock#'

/**
 * Returns a write that takes stock for an order. It is refused, under a label that `refusedStock`
 * reads, if the stock is too low, or if price or product changed since they were read. Costs two
 * write units.
 */
export const takeStock = (companyId: string, row: ProductStoreRow, amount: number): Write =>
  update(
    `${STOCK}${row.productId}`,
    PRODUCT_STORES.change(
      { ...row, companyId },
      { add: { stock: -amount }, when: is => [is.atLeast('stock', amount), is.equal('version', row.version)] },
    ),
  )

/**
 * Returns a write that returns the stock an order took. It is refused, under a label that
 * `refusedStock` reads, if the store no longer sells the product: then there is no stock to add it
 * to. Costs two write units.
 */
export const giveStockBack = (companyId: string, storeId: string, productId: string, amount: number): Write =>
  update(`${STOCK}${productId}`, PRODUCT_STORES.change({ companyId, storeId, productId }, { add: { stock: amount } }))

/**
 * Returns the product whose stock write was refused, and the row as it was found; undefined for any
 * other error. A row with enough stock was refused for its price or product: it has to be read
 * again.
 */
export function refusedStock(error: unknown): { productId: string; row: ProductStoreRow | undefined } | undefined {
  if (!(error instanceof WriteConflict && error.label.startsWith(STOCK))) return undefined
  return {
    productId: error.label.slice(STOCK.length),
    row: error.existing && toProductStoreRow(error.existing),
  }
}

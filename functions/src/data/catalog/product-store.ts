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
import { batchItems } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { nameKeyOf } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { keyQuery } from '../table/key-query.ts'
import { IF_NEW, type TableKey, whileAt } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { searchWrites } from '../table/search-item.ts'
import { laterThan, rowExists } from '../table/small-list.ts'
import { put, remove, transact, untilWritten, update, type Write, WriteRefused } from '../table/transact.ts'
import { pictureUrls } from './picture.ts'
import { getProduct, type ProductRow, productPartition, productSubject, productTouched } from './product-row.ts'

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

const keyOf = (companyId: string, storeId: string, productId: string): TableKey => ({
  pk: productPartition(companyId, productId),
  sk: `store#${storeId}`,
})
const idKey = (companyId: string, id: string): TableKey => ({
  pk: `${companyId}#productStore#${id}`,
  sk: 'productStore',
})

/**
 * Returns the partition key of a store's products, the active ones first, in the order of their
 * names.
 */
const soldIn = (companyId: string, storeId: string): string => `${companyId}#store#${storeId}#products`
const ANY = 'product#'
const ACTIVE = `${ANY}active#`
const placeOf = (companyId: string, { storeId, productId, isActive, name }: Place): TableKey => ({
  pk: soldIn(companyId, storeId),
  sk: `${isActive ? ACTIVE : `${ANY}inactive#`}${nameKeyOf(name)}#${productId}`,
})
type Place = Pick<ProductStoreRow, 'storeId' | 'productId' | 'isActive' | 'name'>

const ATTRIBUTES = ['pk', 'sk', 'id', 'version', 'stock', 'prices', 'product', 'createdAt', 'updatedAt'] as const
type Item = TableKey & {
  id: string
  version: number
  stock: number
  /** Prices in cents: cost, selling, promotion. */
  prices: [number, number, number]
  /** `Copy` as a text. */
  product: string
  createdAt: string
  updatedAt: string
}

/** Returns the row in an item of the table, also in one that a refused write found. */
export function toProductStoreRow(item: object): ProductStoreRow {
  const { pk, sk, prices, product, id, version, stock, createdAt, updatedAt } = item as Item
  const [companyId = '', , productId = ''] = pk.split('#')
  const [costPrice, sellingPrice, promotionPrice] = prices.map(toReais) as Item['prices']
  const copy = JSON.parse(product) as Copy
  return {
    companyId,
    id,
    productId,
    storeId: sk.slice('store#'.length),
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
  const keys = [...new Set(productIds)].map(productId => keyOf(companyId, storeId, productId))
  const rows = (await batchItems(keys, ATTRIBUTES, consistent)).map(toProductStoreRow)
  return new Map(rows.map(row => [row.productId, row]))
}

export async function getProductStore(
  companyId: string,
  storeId: string,
  productId: string,
  consistent = false,
): Promise<ProductStoreRow | undefined> {
  const item = await getItem(keyOf(companyId, storeId, productId), consistent)
  return item && toProductStoreRow(item)
}

/** Returns the row of this id. */
export async function findProductStore(companyId: string, id: string): Promise<ProductStoreRow | undefined> {
  const pointer = (await getItem(idKey(companyId, id), true)) as { storeId: string; productId: string } | undefined
  return pointer && getProductStore(companyId, pointer.storeId, pointer.productId, true)
}

/** Maximum number of stores read: more than a company has. */
const MOST_STORES = 5000

/**
 * Returns the rows of a product in each store that sells it. Costs half a read unit per 4 KB, twice
 * that if consistent.
 */
export async function storesOfProduct(
  companyId: string,
  productId: string,
  consistent = false,
): Promise<ProductStoreRow[]> {
  const query = keyQuery('main', productPartition(companyId, productId), { begins: 'store#' })
  const { items } = await queryItems(query, MOST_STORES, { attributes: ATTRIBUTES, order: 'asc', consistent })
  return items.map(toProductStoreRow)
}

/** Returns ids of the first active products of a store by name. */
export async function firstSoldIn(companyId: string, storeId: string, limit: number): Promise<string[]> {
  const query = keyQuery('main', soldIn(companyId, storeId), { begins: ACTIVE })
  const { items } = await queryItems<TableKey>(query, limit, { attributes: ['sk'], order: 'asc' })
  return items.map(({ sk }) => sk.slice(sk.lastIndexOf('#') + 1))
}

/** Returns ids of the first products of a store, active or not. */
export async function anySoldIn(companyId: string, storeId: string, limit: number): Promise<string[]> {
  const query = keyQuery('main', soldIn(companyId, storeId), { begins: ANY })
  const { items } = await queryItems<TableKey>(query, limit, { attributes: ['sk'], order: 'asc', consistent: true })
  return items.map(({ sk }) => sk.slice(sk.lastIndexOf('#') + 1))
}

/** Returns the kind of a store's search items. */
export const searchKindOf = (storeId: string) => `productStore#${storeId}` as const

/** Returns the writes that keep a product searchable in a store, if it is active. */
function findable(companyId: string, storeId: string, productId: string, before?: Copy, after?: Copy): Write[] {
  const subject = (copy: Copy | undefined) => (copy?.isActive ? productSubject(copy) : undefined)
  const from = before && placeOf(companyId, { storeId, productId, ...before }).sk
  const to = after && placeOf(companyId, { storeId, productId, ...after }).sk
  const pk = soldIn(companyId, storeId)
  return [
    ...(from !== undefined && from !== to ? [remove('place', { TableName: tableName(), Key: { pk, sk: from } })] : []),
    ...(to !== undefined && from !== to ? [put('place', { TableName: tableName(), Item: { pk, sk: to } })] : []),
    ...searchWrites(companyId, searchKindOf(storeId), productId, subject(before), subject(after)),
  ]
}

/** Stock and prices in reais. */
export type Pricing = Pick<ProductStoreRow, 'stock' | 'costPrice' | 'sellingPrice' | 'promotionPrice'>

const centsOf = ({ costPrice, sellingPrice, promotionPrice }: Omit<Pricing, 'stock'>): Item['prices'] => [
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
  const Item: Item = {
    ...keyOf(companyId, storeId, productId),
    id: newId(),
    version: 1,
    stock: pricing.stock,
    prices: centsOf(pricing),
    product: JSON.stringify(copy),
    createdAt: now,
    updatedAt: now,
  }
  const pointer = { ...idKey(companyId, Item.id), storeId, productId }
  const writes = [
    put('productStore', { TableName: tableName(), Item, ...IF_NEW }),
    put('pointer', { TableName: tableName(), Item: pointer, ...IF_NEW }),
    ...findable(companyId, storeId, productId, undefined, copy),
  ]
  return { row: toProductStoreRow(Item), writes }
}

/**
 * Adds a product to a store that did not sell it. Throws ERR_NO_PRODUCT_FOUND, ERR_NO_STORE_FOUND,
 * and WriteRefused if another caller was first.
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
 * WriteRefused if another caller changed it, and ERR_CONFLICT if the stock would fall below zero.
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
    update('productStore', {
      TableName: tableName(),
      Key: keyOf(before.companyId, before.storeId, before.productId),
      UpdateExpression: `SET #stock = ${by === undefined ? '' : '#stock + '}:stock, #prices = :prices, #at = :at, #version = :next`,
      ConditionExpression: `#version = :before${by !== undefined && by < 0 ? ' AND #stock >= :taken' : ''}`,
      ExpressionAttributeNames: { '#stock': 'stock', '#prices': 'prices', '#at': 'updatedAt', '#version': 'version' },
      ExpressionAttributeValues: {
        ':stock': by ?? pricing.stock,
        ...(by !== undefined && by < 0 ? { ':taken': -by } : {}),
        ':prices': centsOf(pricing),
        ':at': updatedAt,
        ':before': before.version,
        ':next': version,
      },
    }),
  ])
  return { ...before, ...pricing, stock, updatedAt, version }
}

/**
 * Returns the writes, the row's labelled `productStore`, that copy a product's current fields into
 * a row. Empty if the row has them already.
 */
export function carryWrites(row: ProductStoreRow, product: Copy): Write[] {
  const { companyId, storeId, productId, version } = row
  const [before, after] = [copyOf(row), copyOf(product)]
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  return [
    update('productStore', {
      TableName: tableName(),
      Key: keyOf(companyId, storeId, productId),
      UpdateExpression: 'SET #product = :product, #version = :next',
      ConditionExpression: '#version = :before',
      ExpressionAttributeNames: { '#product': 'product', '#version': 'version' },
      ExpressionAttributeValues: { ':product': JSON.stringify(after), ':before': version, ':next': version + 1 },
    }),
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
  untilWritten(async () => {
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
    remove('productStore', { TableName: tableName(), Key: keyOf(companyId, storeId, productId), ...whileAt(row) }),
    remove('pointer', { TableName: tableName(), Key: idKey(companyId, row.id) }),
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
  update(`${STOCK}${row.productId}`, {
    TableName: tableName(),
    Key: keyOf(companyId, row.storeId, row.productId),
    UpdateExpression: 'SET #stock = #stock - :amount',
    ConditionExpression: '#stock >= :amount AND #version = :version',
    ExpressionAttributeNames: { '#stock': 'stock', '#version': 'version' },
    ExpressionAttributeValues: { ':amount': amount, ':version': row.version },
  })

/**
 * Returns a write that returns the stock an order took. It is refused, under a label that
 * `refusedStock` reads, if the store no longer sells the product: then there is no stock to add it
 * to. Costs two write units.
 */
export const giveStockBack = (companyId: string, storeId: string, productId: string, amount: number): Write =>
  update(`${STOCK}${productId}`, {
    TableName: tableName(),
    Key: keyOf(companyId, storeId, productId),
    UpdateExpression: 'SET #stock = #stock + :amount',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#stock': 'stock' },
    ExpressionAttributeValues: { ':amount': amount },
  })

/**
 * Returns the product whose stock write was refused, and the row as it was found; undefined for any
 * other error. A row with enough stock was refused for its price or product: it has to be read
 * again.
 */
export function refusedStock(error: unknown): { productId: string; row: ProductStoreRow | undefined } | undefined {
  if (!(error instanceof WriteRefused && error.label.startsWith(STOCK))) return undefined
  return {
    productId: error.label.slice(STOCK.length),
    row: error.existing && toProductStoreRow(error.existing),
  }
}

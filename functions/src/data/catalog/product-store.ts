/**
 * What a product costs in a store and how much there is of it: a row of its own per product and store, below 1 KB, so that an
 * order takes the stock of twenty of them in one transaction at two write units each. What a cart and an order show of the
 * product rides on it. Beside it lie a row that leads to it from its id, its place among what the store sells by name, and the
 * items by which the store's search finds it.
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

/** What rides on the row of its product. */
type Copy = Pick<
  ProductRow,
  'name' | 'ean' | 'code' | 'description' | 'isActive' | 'categoryId' | 'picture' | 'mediaName'
>

/** A product in a store. Prices in reais. Of the description it has the beginning. */
export type ProductStoreRow = Omit<Copy, 'picture'> & {
  companyId: string
  id: string
  productId: string
  storeId: string
  /** Counts every change of prices and product; the stock changes beside it. */
  version: number
  stock: number
  costPrice: number
  sellingPrice: number
  /** Takes the place of the selling price while it is above 0. */
  promotionPrice: number
  picture: Copy['picture']
  /** As on the wire. */
  mediaPath: string | null
  thumbPath: string | null
  createdAt: string
  updatedAt: string
}

/** What a row shows of a description and a file's name: with it a row of the longest names stays below 1 KB. */
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

/** Where lies what a store sells, the active first, in the order of their names. */
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
  /** Cents: cost, selling, promotion. */
  prices: [number, number, number]
  /** A `Copy` as a text. */
  product: string
  createdAt: string
  updatedAt: string
}

/** The row of an item of the table, also of what a refused write found. */
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

/** What a row carries of its product. */
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
 * The rows of these products in a store, by product; what the store does not sell is missing. Half a read unit each, 1 when
 * consistent.
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

/** The row of this id. */
export async function findProductStore(companyId: string, id: string): Promise<ProductStoreRow | undefined> {
  const pointer = (await getItem(idKey(companyId, id), true)) as { storeId: string; productId: string } | undefined
  return pointer && getProductStore(companyId, pointer.storeId, pointer.productId, true)
}

/** More stores than a company has. */
const MOST_STORES = 5000

/** What a product costs in each store that sells it. Half a read unit per 4 KB, twice that when consistent. */
export async function storesOfProduct(
  companyId: string,
  productId: string,
  consistent = false,
): Promise<ProductStoreRow[]> {
  const query = keyQuery('main', productPartition(companyId, productId), { begins: 'store#' })
  const { items } = await queryItems(query, MOST_STORES, { attributes: ATTRIBUTES, order: 'asc', consistent })
  return items.map(toProductStoreRow)
}

/** Ids of the first active products of a store by name. */
export async function firstSoldIn(companyId: string, storeId: string, limit: number): Promise<string[]> {
  const query = keyQuery('main', soldIn(companyId, storeId), { begins: ACTIVE })
  const { items } = await queryItems<TableKey>(query, limit, { attributes: ['sk'], order: 'asc' })
  return items.map(({ sk }) => sk.slice(sk.lastIndexOf('#') + 1))
}

/** Ids of products that a store sells, active or not: the first there are. */
export async function anySoldIn(companyId: string, storeId: string, limit: number): Promise<string[]> {
  const query = keyQuery('main', soldIn(companyId, storeId), { begins: ANY })
  const { items } = await queryItems<TableKey>(query, limit, { attributes: ['sk'], order: 'asc', consistent: true })
  return items.map(({ sk }) => sk.slice(sk.lastIndexOf('#') + 1))
}

/** The kind of a store's search items. */
export const searchKindOf = (storeId: string) => `productStore#${storeId}` as const

/** The writes that keep a product findable in a store: active ones are. */
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

/** Prices in reais. */
export type Pricing = Pick<ProductStoreRow, 'stock' | 'costPrice' | 'sellingPrice' | 'promotionPrice'>

const centsOf = ({ costPrice, sellingPrice, promotionPrice }: Omit<Pricing, 'stock'>): Item['prices'] => [
  toCents(costPrice),
  toCents(sellingPrice),
  toCents(promotionPrice),
]

/** A product in a store that did not sell it, and the writes that make it so, the row's labelled `productStore`. */
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
 * Says what a product costs in a store that did not sell it. Throws ERR_NO_PRODUCT_FOUND, ERR_NO_STORE_FOUND, and WriteRefused
 * when somebody else was first.
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
 * Gives a product in a store other prices and another stock. With `stockBefore`, the stock that was shown when it was changed,
 * the difference is added, so that what was sold meanwhile stays sold. Throws WriteRefused when somebody else changed it, and
 * ERR_CONFLICT when there would be less than none.
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

/** The writes, the row's labelled `productStore`, that give a row what its product is now. None when it has that. */
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
 * Takes a product out of a store, whatever it costs there by now; false when it was out already. Throws ERR_CONFLICT when
 * others keep coming first.
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

/** The writes, the row's labelled `productStore`, that take a row away with all that leads to it. */
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
 * A write that takes so many of a product for an order; refused, under a label that `refusedStock` reads, when there are fewer or when price
 * or product are not as they were read. Two write units.
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
 * A write that gives back what an order took; refused, under a label that `refusedStock` reads, when the store does not sell the product any
 * more: then there is nothing to give it back to. Two write units.
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
 * Whose stock a write was refused for, and the row as it was found; undefined for an error that is about something else. A row
 * with enough in stock was refused for its price or product: read it anew.
 */
export function refusedStock(error: unknown): { productId: string; row: ProductStoreRow | undefined } | undefined {
  if (!(error instanceof WriteRefused && error.label.startsWith(STOCK))) return undefined
  return {
    productId: error.label.slice(STOCK.length),
    row: error.existing && toProductStoreRow(error.existing),
  }
}

/**
 * Product as stored. Keys: pk `company#product#id`, sk `product`; its store prices are in the same
 * partition (`product-store.ts`), so that one query reads a product with its prices. gsi1
 * `company#products` orders by name.
 */

import { rowsById } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { foldName, nameKeyOf } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { type TableKey, whileAt } from '../table/keys.ts'
import type { SearchSubject } from '../table/search-item.ts'
import { check, put, remove, update, type Write } from '../table/transact.ts'
import { reclaim } from '../table/unique.ts'

/** Files of a picture, by their names in the company's folder of product pictures. */
export type Picture = { detail: string; list: string }

/** Product as the server stores it. Times are ISO 8601 UTC. */
export type ProductRow = {
  companyId: string
  id: string
  /** Number of changes of the product, including each store that begins or stops selling it. */
  version: number
  ean: string
  name: string
  code: string
  description: string
  isActive: boolean
  categoryId: string | null
  picture: Picture | null
  /** Original name of the picture's file. */
  mediaName: string | null
  userId: string
  createdAt: string
  updatedAt: string
}

export const productPartition = (companyId: string, id: string): string => `${companyId}#product#${id}`
const keyOf = (companyId: string, id: string): TableKey => ({ pk: productPartition(companyId, id), sk: 'product' })

/** Returns the partition key of products in the order of their names. */
export const namePartition = (companyId: string): string => `${companyId}#products`
export const namePosition = ({ name, id }: Pick<ProductRow, 'name' | 'id'>): string => `${nameKeyOf(name)}#${id}`

/** Attributes of an item to read: company and id are in its key. */
export const PRODUCT_ATTRIBUTES = ['pk', 'version', 'row'] as const

/** Returns the row in an item of the table or of its index. */
export function toProductRow(item: object): ProductRow {
  const { pk, version, row } = item as { pk: string; version: number; row: string }
  const [companyId = '', , id = ''] = pk.split('#')
  return { ...JSON.parse(row), companyId, id, version }
}

export async function getProduct(companyId: string, id: string, consistent = false): Promise<ProductRow | undefined> {
  const item = await getItem(keyOf(companyId, id), consistent)
  return item && toProductRow(item)
}

/** Returns the products of these ids that exist, by id. Costs half a read unit each. */
export const getProducts = (companyId: string, ids: readonly string[]): Promise<Map<string, ProductRow>> =>
  rowsById(ids, id => keyOf(companyId, id), PRODUCT_ATTRIBUTES, toProductRow)

/**
 * Returns a write labelled `product`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
export function productWrite(after: ProductRow, before?: ProductRow): Write {
  const { companyId, id, version, ...content } = after
  const Item = {
    ...keyOf(companyId, id),
    gsi1pk: namePartition(companyId),
    gsi1sk: namePosition(after),
    version,
    row: JSON.stringify(content),
  }
  return put('product', { TableName: tableName(), Item, ...whileAt(before) })
}

/** Returns a write labelled `product` that deletes the row provided that it is unchanged. */
export const productRemoval = (row: ProductRow): Write =>
  remove('product', { TableName: tableName(), Key: keyOf(row.companyId, row.id), ...whileAt(row) })

/** Returns a condition labelled `product`: the row is unchanged since it was read. */
export const productAsRead = (row: ProductRow): Write =>
  check('product', { TableName: tableName(), Key: keyOf(row.companyId, row.id), ...whileAt(row) })

/**
 * Returns a write labelled `product` for a store that begins or stops selling it: a concurrent
 * change of the product then reads its stores again.
 */
export const productTouched = (row: ProductRow): Write =>
  update('product', {
    TableName: tableName(),
    Key: keyOf(row.companyId, row.id),
    UpdateExpression: 'SET #version = :next',
    ConditionExpression: '#version = :before',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':before': row.version, ':next': row.version + 1 },
  })

/**
 * Returns the writes, labelled `productCode` and `productEan`, that claim and release a product's
 * unique values.
 */
export const productClaims = (id: string, before: ProductRow | undefined, after: ProductRow | undefined): Write[] => {
  const companyId = (after ?? before)!.companyId
  const code = (row: ProductRow | undefined) => (row?.code ? foldName(row.code) : undefined)
  return [
    ...reclaim(companyId, 'productCode', id, code(before), code(after)),
    ...reclaim(companyId, 'productEan', id, before?.ean || undefined, after?.ean || undefined),
  ]
}

/** Number of words of a description that are indexed. */
const DESCRIBED = 5
const firstWords = (text: string): string => text.trim().split(/\s+/, DESCRIBED).join(' ')

/**
 * Returns the texts by which a product is found: name, EAN, code with and without punctuation, and
 * the beginning of its description.
 */
export const productSubject = ({
  name,
  ean,
  code,
  description,
}: Pick<ProductRow, 'name' | 'ean' | 'code' | 'description'>): SearchSubject => ({
  name,
  number: '',
  isGroup: false,
  codes: [ean, code.replace(/[\s()+.\-/]/g, ''), code, firstWords(description)],
})

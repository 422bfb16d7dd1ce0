/**
 * A product as it lies in the table. Keys: pk `company#product#id`, sk `product`; in the same partition what each store asks for
 * it (`product-store.ts`), so that a product is read with its prices in one query. gsi1 `company#products` orders by name.
 */

import { rowsById } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { foldName, nameKeyOf } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { type TableKey, whileAt } from '../table/keys.ts'
import type { SearchSubject } from '../table/search-item.ts'
import { check, put, remove, update, type Write } from '../table/transact.ts'
import { reclaim } from '../table/unique.ts'

/** The files of a picture, by their names in the company's folder of product pictures. */
export type Picture = { detail: string; list: string }

/** Times are ISO 8601 UTC. */
export type ProductRow = {
  companyId: string
  id: string
  /** Counts every change of the product, and every store that begins or ceases to sell it. */
  version: number
  ean: string
  name: string
  code: string
  description: string
  isActive: boolean
  categoryId: string | null
  picture: Picture | null
  /** As the file of the picture was called. */
  mediaName: string | null
  userId: string
  createdAt: string
  updatedAt: string
}

export const productPartition = (companyId: string, id: string): string => `${companyId}#product#${id}`
const keyOf = (companyId: string, id: string): TableKey => ({ pk: productPartition(companyId, id), sk: 'product' })

/** Where products lie in the order of their names. */
export const namePartition = (companyId: string): string => `${companyId}#products`
export const namePosition = ({ name, id }: Pick<ProductRow, 'name' | 'id'>): string => `${nameKeyOf(name)}#${id}`

/** What is read of an item: company and id are in its key. */
export const PRODUCT_ATTRIBUTES = ['pk', 'version', 'row'] as const

/** The row of an item of the table or of its index. */
export function toProductRow(item: object): ProductRow {
  const { pk, version, row } = item as { pk: string; version: number; row: string }
  const [companyId = '', , id = ''] = pk.split('#')
  return { ...JSON.parse(row), companyId, id, version }
}

export async function getProduct(companyId: string, id: string, consistent = false): Promise<ProductRow | undefined> {
  const item = await getItem(keyOf(companyId, id), consistent)
  return item && toProductRow(item)
}

/** The products of these ids that exist, by id. Half a read unit each. */
export const getProducts = (companyId: string, ids: readonly string[]): Promise<Map<string, ProductRow>> =>
  rowsById(ids, id => keyOf(companyId, id), PRODUCT_ATTRIBUTES, toProductRow)

/** A write labelled `product`: a new row, or one that takes the place of `before` as long as nobody else changed it. */
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

/** A write labelled `product`: takes it away as long as nobody else changed it. */
export const productRemoval = (row: ProductRow): Write =>
  remove('product', { TableName: tableName(), Key: keyOf(row.companyId, row.id), ...whileAt(row) })

/** A condition labelled `product`: nobody changed it since it was read. */
export const productAsRead = (row: ProductRow): Write =>
  check('product', { TableName: tableName(), Key: keyOf(row.companyId, row.id), ...whileAt(row) })

/**
 * A write labelled `product` for a store that begins or ceases to sell it: whoever is about to change the product reads its
 * stores anew.
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

/** The writes, labelled `productCode` and `productEan`, that take and leave what one product has alone. */
export const productClaims = (id: string, before: ProductRow | undefined, after: ProductRow | undefined): Write[] => {
  const companyId = (after ?? before)!.companyId
  const code = (row: ProductRow | undefined) => (row?.code ? foldName(row.code) : undefined)
  return [
    ...reclaim(companyId, 'productCode', id, code(before), code(after)),
    ...reclaim(companyId, 'productEan', id, before?.ean || undefined, after?.ean || undefined),
  ]
}

/** Words of a description it is found by. */
const DESCRIBED = 5
const firstWords = (text: string): string => text.trim().split(/\s+/, DESCRIBED).join(' ')

/** What a product is found by: name, EAN, code with and without its signs, and how its description begins. */
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

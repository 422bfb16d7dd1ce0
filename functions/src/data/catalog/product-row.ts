/**
 * Product as stored; its store prices are in the same partition (`product-store.ts`), so that one
 * query reads a product with its prices.
 */
import { DESCRIBED_WORDS } from '@balcao/shared/rules/sales/product-match.ts'
import { z } from 'zod'
import { rowsById } from '../table/batch-items.ts'
import { nameKeyOf, normalizeName } from '../table/normalize.ts'
import { definePackedRow, unchanged } from '../table/packed-row.ts'
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

/** Products, in the order of their names. */
export const PRODUCTS = definePackedRow({
  kind: 'product',
  key: { pk: '${companyId}#product#${id}', sk: 'product' },
  indexes: { gsi1: { pk: '${companyId}#products', sk: '${nameKey}#${id}' } },
  content: z.custom<ProductRow>(),
  derive: ({ name }) => ({ nameKey: nameKeyOf(name) }),
})

/** Returns the position of a product in the order of names. */
export const namePosition = ({ name, id }: Pick<ProductRow, 'name' | 'id'>): string => `${nameKeyOf(name)}#${id}`

export const getProduct = (companyId: string, id: string, consistent = false): Promise<ProductRow | undefined> =>
  PRODUCTS.get({ companyId, id }, { consistent })

/** Returns the products of these ids that exist, by id. Costs half a read unit each. */
export const getProducts = (companyId: string, ids: readonly string[]): Promise<Map<string, ProductRow>> =>
  rowsById(ids, id => PRODUCTS.key({ companyId, id }), PRODUCTS.attributes, PRODUCTS.parse)

/**
 * Returns a write labelled `product`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
export const productWrite = (after: ProductRow, before?: ProductRow): Write =>
  put('product', PRODUCTS.replace(after, before))

/** Returns a write labelled `product` that deletes the row provided that it is unchanged. */
export const productRemoval = (row: ProductRow): Write =>
  remove('product', PRODUCTS.delete(row, { when: unchanged(row) }))

/** Returns a condition labelled `product`: the row is unchanged since it was read. */
export const productAsRead = (row: ProductRow): Write => check('product', PRODUCTS.check(row, { when: unchanged(row) }))

/**
 * Returns a write labelled `product` for a store that begins or stops selling it: a concurrent
 * change of the product then reads its stores again.
 */
export const productTouched = (row: ProductRow): Write =>
  update('product', PRODUCTS.change(row, { set: { version: row.version + 1 }, when: unchanged(row) }))

/**
 * Returns the writes, labelled `productCode` and `productEan`, that claim and release a product's
 * unique values.
 */
export const productClaims = (id: string, before: ProductRow | undefined, after: ProductRow | undefined): Write[] => {
  const companyId = (after ?? before)!.companyId
  const code = (row: ProductRow | undefined) => (row?.code ? normalizeName(row.code) : undefined)
  return [
    ...reclaim(companyId, 'productCode', id, code(before), code(after)),
    ...reclaim(companyId, 'productEan', id, before?.ean || undefined, after?.ean || undefined),
  ]
}

const firstWords = (text: string): string => text.trim().split(/\s+/, DESCRIBED_WORDS).join(' ')

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

/**
 * Reads and changes products. Their prices are in `product-store.ts`, which receives their changes
 * from here; lists of them are in `product-list.ts`.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { inParts } from '../../in-parts.ts'
import { type JobRow, newJob } from '../jobs/job.ts'
import { countRow } from '../table/counter.ts'
import { definedFields } from '../table/defined-fields.ts'
import { searchWrites } from '../table/search-item.ts'
import { laterThan, rowExists } from '../table/small-list.ts'
import { MAX_WRITES, type Refusals, retryUntilWritten, transact, type Write } from '../table/transact.ts'
import {
  getProduct,
  type ProductRow,
  productAsRead,
  productClaims,
  productRemoval,
  productSubject,
  productWrite,
} from './product-row.ts'
import {
  getProductStore,
  type ProductStoreRow,
  propagationWrites,
  removalWrites,
  storesOfProduct,
} from './product-store.ts'

const TAKEN: Refusals = {
  productCode: 'ERR_PRODUCT_CODE_ALREADY_EXISTS',
  productEan: 'ERR_PRODUCT_EAN_ALREADY_EXISTS',
  category: 'ERR_NO_CATEGORY_FOUND',
}

/** Returns a product. Throws ERR_NO_PRODUCT_FOUND. */
export async function requireProduct(companyId: string, id: string, consistent = false): Promise<ProductRow> {
  const product = await getProduct(companyId, id, consistent)
  if (!product) throw new AppError('ERR_NO_PRODUCT_FOUND')
  return product
}

const withCategory = (companyId: string, categoryId: string | null): Write[] =>
  categoryId === null ? [] : [rowExists(companyId, 'category', categoryId)]

type ProductInput = Pick<ProductRow, 'ean' | 'name' | 'code' | 'description' | 'isActive' | 'categoryId' | 'userId'>
type Pictured = Pick<ProductRow, 'picture' | 'mediaName'>
type NewProduct = ProductInput & Partial<Pictured>

/**
 * Returns a new product and the writes that create it: the row, its unique values, its search
 * items.
 */
export function newProduct(companyId: string, given: NewProduct): { product: ProductRow; writes: Write[] } {
  const now = new Date().toISOString()
  const product: ProductRow = {
    picture: null,
    mediaName: null,
    ...given,
    companyId,
    id: newId(),
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  const writes = [
    productWrite(product),
    ...productClaims(product.id, undefined, product),
    ...searchWrites(companyId, 'product', product.id, undefined, productSubject(product)),
  ]
  return { product, writes }
}

/**
 * Creates a product. Throws ERR_PRODUCT_CODE_ALREADY_EXISTS, ERR_PRODUCT_EAN_ALREADY_EXISTS,
 * ERR_NO_CATEGORY_FOUND.
 */
export async function createProduct(companyId: string, given: NewProduct): Promise<ProductRow> {
  const { product, writes } = newProduct(companyId, given)
  const counted = countRow(companyId, 'products', product.id, 1)
  await transact([...writes, counted, ...withCategory(companyId, product.categoryId)], TAKEN)
  return product
}

export type ProductChanges = Partial<Omit<ProductInput, 'userId'> & Pictured>

type Changed = {
  product: ProductRow
  /** Job that copies the change to the stores, if they are too many for the transaction. */
  job: JobRow | undefined
}

/**
 * Changes a product and its copies in the stores: in the same transaction, or by a job written with
 * it. Throws ERR_NO_PRODUCT_FOUND, the errors of `createProduct`, and ERR_CONFLICT if other writers
 * come first in every attempt.
 */
export const changeProduct = (companyId: string, id: string, changes: ProductChanges, by: UserRef): Promise<Changed> =>
  retryUntilWritten(async () => {
    const before = await requireProduct(companyId, id, true)
    // The stores are read after the product: a store that began to sell it since has incremented
    // its version.
    const stores = await storesOfProduct(companyId, id, true)
    const updatedAt = laterThan(before.updatedAt)
    const product: ProductRow = { ...before, ...definedFields(changes), version: before.version + 1, updatedAt }
    const own = [
      productWrite(product, before),
      ...productClaims(id, before, product),
      ...searchWrites(companyId, 'product', id, productSubject(before), productSubject(product)),
      ...(product.categoryId === before.categoryId ? [] : withCategory(companyId, product.categoryId)),
    ]
    const propagated = stores.flatMap(row => propagationWrites(row, product))
    if (own.length + propagated.length <= MAX_WRITES) {
      await transact([...own, ...propagated], TAKEN)
      return { product, job: undefined }
    }
    const { job, writes } = newJob(companyId, {
      kind: 'productUpdate',
      user: by,
      subject: product.name,
      listed: false,
      state: { productId: id },
    })
    await transact([...own, ...writes], TAKEN)
    return { product, job }
  })

/** Copies a product's current fields to a store, unless it has them already. */
export const propagateProduct = (companyId: string, storeId: string, productId: string): Promise<void> =>
  retryUntilWritten(async () => {
    const [product, row] = await Promise.all([
      getProduct(companyId, productId, true),
      getProductStore(companyId, storeId, productId, true),
    ])
    const writes = product && row ? propagationWrites(row, product) : []
    if (writes.length > 0) await transact([...writes, productAsRead(product!)])
  })

/** Number of stores from which a product is removed in parallel. */
const MAX_CONCURRENT = 10

/**
 * Deletes a product, first from its stores, so that none sells a deleted product; returns undefined
 * if it was already deleted. An interrupted call leaves a product in fewer stores. Throws
 * ERR_CONFLICT if other writers come first in every attempt.
 */
export const deleteProduct = (companyId: string, id: string): Promise<ProductRow | undefined> =>
  retryUntilWritten(async () => {
    const product = await getProduct(companyId, id, true)
    if (!product) return undefined
    const stores = await storesOfProduct(companyId, id, true)
    const drop = (row: ProductStoreRow) => transact(removalWrites(row))
    await inParts(stores, MAX_CONCURRENT, drop)
    await transact([
      productRemoval(product),
      ...productClaims(id, product, undefined),
      ...searchWrites(companyId, 'product', id, productSubject(product), undefined),
      countRow(companyId, 'products', id, -1),
    ])
    return product
  })

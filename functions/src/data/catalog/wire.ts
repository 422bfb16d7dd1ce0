/** Converts rows of the catalogue to their wire form. */
import type { Category } from '@balcao/shared/entities/category.ts'
import type { Product, ProductOffer, ProductStore } from '@balcao/shared/entities/product.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { everyRow, getRow } from '../table/small-list.ts'
import { CATEGORIES } from './category.ts'
import { pictureUrls } from './picture.ts'
import { type PricedProduct, soldOf } from './product-list.ts'
import type { ProductRow } from './product-row.ts'
import { type ProductStoreRow, storesOfProduct } from './product-store.ts'

/** Returns a product in wire form; a deleted category counts as none. */
function toWireProduct({ product, stores }: PricedProduct, category: Category | undefined): Product {
  const { companyId, version: _, picture, ...row } = product
  return {
    ...row,
    categoryId: category?.id ?? null,
    category: category ? { id: category.id, name: category.name } : null,
    ...pictureUrls(companyId, picture),
    sold: soldOf(stores),
  }
}

/** Returns a product with its category and prices. Costs half a read unit for each. */
export async function wireProduct(product: ProductRow): Promise<Product> {
  const { companyId, categoryId, id } = product
  const [category, stores] = await Promise.all([
    categoryId === null ? undefined : getRow(companyId, CATEGORIES, categoryId, true),
    storesOfProduct(companyId, id),
  ])
  return toWireProduct({ product, stores }, category)
}

/** Returns products with their categories. Costs half a read unit per 4 KB of all categories. */
export async function wireProducts(companyId: string, products: readonly PricedProduct[]): Promise<Product[]> {
  const named = products.some(({ product }) => product.categoryId !== null)
  const categories = named ? await everyRow(companyId, CATEGORIES) : []
  const byId = new Map(categories.map(category => [category.id, category]))
  return products.map(row => toWireProduct(row, byId.get(row.product.categoryId ?? '')))
}

export function toWireProductStore(row: ProductStoreRow, store: Pick<Store, 'id' | 'name'>): ProductStore {
  const { id, storeId, productId, stock, costPrice, sellingPrice, promotionPrice, createdAt, updatedAt } = row
  const prices = { stock, costPrice, sellingPrice, promotionPrice }
  return { id, storeId, store: { id: store.id, name: store.name }, productId, ...prices, createdAt, updatedAt }
}

/** Returns a store's product as customers may see it. */
export function toWireOffer(row: ProductStoreRow): ProductOffer {
  const { id, storeId, productId, stock, sellingPrice, promotionPrice } = row
  const { ean, name, code, description, isActive, categoryId, mediaPath, thumbPath, mediaName } = row
  const shown = { mediaPath, thumbPath, mediaName }
  return {
    id,
    storeId,
    productId,
    stock,
    sellingPrice,
    promotionPrice,
    product: { id: productId, ean, name, code, description, isActive, categoryId, ...shown },
  }
}

import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/**
 * Pictures of a product: paths on the site itself that anybody may read and whose content never
 * changes.
 */
const pictures = {
  /** Picture in the size of a detail; null without a picture. */
  mediaPath: z.string().nullable(),
  /** Picture in the size of a list. */
  thumbPath: z.string().nullable(),
  /** Original name of the file. */
  mediaName: z.string().nullable(),
}

/** Prices and stock of a product over the stores that sell it. Prices in reais. */
export const Sold = z.object({
  /** Number of those stores. */
  stores: z.number().int(),
  /** Lowest and highest price it has now; a promotion's while there is one. */
  priceFrom: z.number(),
  priceTo: z.number(),
  /** Sum of their stock, and whether it is running out in one of them. */
  stock: z.number().int(),
  low: z.boolean(),
})
export type Sold = z.infer<typeof Sold>

/** Product that is sold. Its price and stock are set per store. */
export const Product = z.object({
  id: Id,
  ean: z.string(),
  name: z.string(),
  code: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  categoryId: Id.nullable(),
  category: z.object({ id: Id, name: z.string() }).nullable(),
  ...pictures,
  /** Null for a product that no store sells. */
  sold: Sold.nullable(),
  /** User who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Product = z.infer<typeof Product>

/** Price and stock of a product in a store. Prices in reais. */
export const ProductStore = z.object({
  id: Id,
  storeId: Id,
  store: z.object({ id: Id, name: z.string() }),
  productId: Id,
  stock: z.number().int(),
  /** Absent for users who may not change prices. */
  costPrice: z.number().optional(),
  sellingPrice: z.number(),
  /** Replaces the selling price while it is above 0. */
  promotionPrice: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ProductStore = z.infer<typeof ProductStore>

/** Product as a cart finds it in a store, without any field that a customer may not see. */
export const ProductOffer = ProductStore.pick({
  id: true,
  storeId: true,
  productId: true,
  stock: true,
  sellingPrice: true,
  promotionPrice: true,
}).extend({
  product: Product.pick({ id: true, ean: true, name: true, code: true, description: true, isActive: true }).extend({
    categoryId: Id.nullable(),
    ...pictures,
  }),
})
export type ProductOffer = z.infer<typeof ProductOffer>

import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** The pictures of a product: paths on the site itself that anybody may read and that never change their content. */
const pictures = {
  /** In the size of a detail; null without a picture. */
  mediaPath: z.string().nullable(),
  /** The same in the size of a list. */
  thumbPath: z.string().nullable(),
  /** As the file was called. */
  mediaName: z.string().nullable(),
}

/** Something that is sold. What it costs and how much there is of it is said per store. */
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
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Product = z.infer<typeof Product>

/** A product's price and stock in a store. Prices in reais. */
export const ProductStore = z.object({
  id: Id,
  storeId: Id,
  store: z.object({ id: Id, name: z.string() }),
  productId: Id,
  stock: z.number().int(),
  /** Absent for who may not change prices. */
  costPrice: z.number().optional(),
  sellingPrice: z.number(),
  /** Takes the place of the selling price while it is above 0. */
  promotionPrice: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ProductStore = z.infer<typeof ProductStore>

/** A product as a cart finds it in a store: nothing in it that a customer may not see. */
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

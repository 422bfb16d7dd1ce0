import { z } from 'zod'
import { Id, IdParams, listQuery, Money, page, QueryFlag } from '../../api-contract/fields.ts'
import { changeWithFile, withFile } from '../../api-contract/kept-file.ts'
import { fileFormat, selectedRows } from '../../api-contract/list-export.ts'
import { FILE_REFUSALS, ofPrepared, uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { rowRoutes } from '../../api-contract/row-routes.ts'
import { LongName, Stock } from '../../api-contract/sales-fields.ts'
import { Product, ProductOffer, ProductStore } from '../../entities/product.ts'
import { INLINE_LIMIT } from '../../media.ts'
import { codeMessage, fieldMessage } from '../../validation/field-message.ts'

/** Access: every user reads products and prices; changing them needs the right (decision 0001). */
const rights = { read: 'user', change: 'catalog', plan: 'useSales' } as const
const common = { access: 'user', plan: 'useSales' } as const
const change = { access: 'catalog', plan: 'useSales' } as const

/**
 * Maximum bytes of a picture (decision 0017). Browsers scale it down before sending; one that is
 * too large for a form is sent by `uploads`.
 */
export const PICTURE_LIMIT = 10_000_000

const rows = rowRoutes({
  ...rights,
  path: '/products',
  one: 'a product; its prices go with it',
  audit: 'product',
  row: Product,
  fields: {
    ean: z.string().trim().max(14).regex(/^\d*$/, codeMessage('not_digits')).default(''),
    name: LongName,
    code: z.string().trim().max(30).default(''),
    description: z.string().trim().max(1000).default(''),
    isActive: z.boolean().default(true),
    categoryId: Id.nullable().default(null),
  },
  missing: 'ERR_NO_PRODUCT_FOUND',
  refusals: ['ERR_PRODUCT_CODE_ALREADY_EXISTS', 'ERR_PRODUCT_EAN_ALREADY_EXISTS', 'ERR_NO_CATEGORY_FOUND'],
})

/** Orders of the list; `-` is the other way round. */
export const PRODUCT_ORDERS = ['name', '-name', 'price', '-price', 'stock', '-stock'] as const

/** Filters of the list and of its export. */
const filters = {
  categoryId: Id.optional(),
  storeId: Id.describe('Only products this store sells, with only its price and stock').optional(),
}

/** Form of a row with its pictures, as in `uploadMedia`. */
const PICTURES = { maxFiles: 2 }
const LARGER = '/products/{id}/uploads'

export const products = {
  list: route({
    ...common,
    method: 'GET',
    path: '/products',
    summary: 'Products, by name; with `searchParam` those it finds by name, EAN, code and description',
    query: z.object({
      ...listQuery,
      ...filters,
      /** Only active or only inactive products. */
      active: QueryFlag.optional(),
      /** Only products that are running out in a store. */
      low: QueryFlag.optional(),
      sort: z.enum(PRODUCT_ORDERS).describe('Ignored by a search, which has its own order').default('name'),
    }),
    response: z.object({
      products: z.array(Product),
      count: z.number().int(),
      partial: z
        .boolean()
        .describe('True if an order by price or stock, or a filter of a search, considered only the first products'),
      ...page,
    }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  /** Exports products with a line for each store, in a job. */
  export: route({
    ...change,
    method: 'POST',
    path: '/products/export',
    audit: 'product.export',
    summary: 'Export the products with price and stock in each store, as CSV or for Excel, as a job',
    body: z.object({
      ...filters,
      active: z.boolean().optional(),
      low: z.boolean().optional(),
      ...fileFormat,
      ...selectedRows,
    }),
    response: z.object({ jobId: Id }),
    status: 202,
  }),
  ...rows,
  create: withFile(rows.create, PICTURES),
  update: changeWithFile(rows.update, { ...PICTURES, larger: LARGER }),
  /**
   * Takes two sizes of one picture, first the detail's and then the list's; a single one is used
   * for both.
   */
  uploadMedia: route({
    ...change,
    method: 'POST',
    path: '/products/{id}/media-upload',
    summary: 'Give a product its picture (PNG, JPEG, WebP), in the size of a detail and of a list',
    params: IdParams,
    body: z.object({ typeArch: z.string().max(50).optional(), ...ofPrepared }),
    multipart: { field: 'file', maxFiles: 2, maxSize: INLINE_LIMIT, larger: LARGER },
    response: Product,
    errors: ['ERR_NO_PRODUCT_FOUND', 'ERR_CONFLICT', ...FILE_REFUSALS],
  }),
  uploads: uploadRoute({
    ...change,
    path: '/products/{id}/uploads',
    summary: 'Prepare the upload of a picture that is too large for a form',
    params: IdParams,
    most: PICTURE_LIMIT,
    errors: ['ERR_NO_PRODUCT_FOUND', 'ERR_UPLOAD_TYPE'],
  }),
  removeMedia: route({
    ...change,
    method: 'DELETE',
    path: '/products/{id}/media-upload',
    summary: 'Take the picture from a product',
    params: IdParams,
    response: Product,
    errors: ['ERR_NO_PRODUCT_FOUND', 'ERR_CONFLICT'],
  }),
}

const PRICE = fieldMessage('productStore.price')
const Price = z.number(PRICE).gt(0, PRICE).pipe(Money)

export const productStores = {
  list: route({
    ...common,
    method: 'GET',
    path: '/productStores/all/{productId}',
    summary: 'Prices and stock of a product, by store',
    params: z.object({ productId: Id }),
    query: z.object(listQuery),
    response: z.object({ productStores: z.array(ProductStore), ...page }),
    errors: ['ERR_NO_PRODUCT_FOUND'],
  }),
  /** Search for a cart, while somebody types. A long description is shortened to its beginning. */
  search: route({
    ...common,
    method: 'GET',
    path: '/productStores/{storeId}/search',
    summary: 'Active products a store sells, found by name, EAN, code or description; without a text the first by name',
    params: z.object({ storeId: Id }),
    query: z.object({
      searchParam: z.string().max(200).default(''),
      stood: z
        .enum(['true', 'false'])
        .describe('True once the text has stood for a moment: in vain, it counts in the day of selling')
        .optional(),
    }),
    response: z.object({ productStores: z.array(ProductOffer) }),
    errors: ['ERR_NO_STORE_FOUND'],
  }),
  get: route({
    ...common,
    method: 'GET',
    path: '/productStores/{storeId}/{productId}',
    summary: 'Price and stock of a product in a store',
    params: z.object({ storeId: Id, productId: Id }),
    response: ProductOffer,
    errors: ['ERR_NO_PRODUCT_STORE_FOUND'],
  }),
  /** Creates an entry, or changes that of an existing pair. */
  create: route({
    ...change,
    method: 'POST',
    path: '/productStores',
    summary: 'Set the price and stock of a product in a store',
    body: z.object({
      storeId: Id,
      productId: Id,
      stock: z.number(PRICE).min(1, PRICE).pipe(Stock),
      costPrice: Price,
      sellingPrice: Price,
      promotionPrice: Money,
      /**
       * Stock shown when it was changed: the difference is added, so that items sold meanwhile stay
       * sold.
       */
      stockBefore: Stock.optional(),
    }),
    response: ProductStore,
    status: 201,
    errors: ['ERR_NO_STORE_FOUND', 'ERR_NO_PRODUCT_FOUND', 'ERR_CONFLICT'],
  }),
  remove: route({
    ...change,
    method: 'DELETE',
    audit: 'productStore.delete',
    path: '/productStores/{id}',
    summary: 'Take a product out of a store',
    params: IdParams,
  }),
}

import { catalog } from '@balcao/shared/api/index.ts'
import { CATEGORIES } from '../../data/catalog/category.ts'
import { STORES } from '../../data/catalog/store.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { createCategory } from './categories/create-category.ts'
import { createProductStore } from './product-stores/create-product-store.ts'
import { getProductStore } from './product-stores/get-product-store.ts'
import { listProductStores } from './product-stores/list-product-stores.ts'
import { removeProductStore } from './product-stores/remove-product-store.ts'
import { searchProductStores } from './product-stores/search-product-stores.ts'
import { createProduct } from './products/create-product.ts'
import { exportProducts } from './products/export-products.ts'
import { getProduct } from './products/get-product.ts'
import { listProducts } from './products/list-products.ts'
import { removeProduct } from './products/remove-product.ts'
import { updateProduct } from './products/update-product.ts'
import { prepareProductPicture, removeProductMedia, uploadProductMedia } from './products/upload-product-media.ts'
import { createStore } from './stores/create-store.ts'
import { removeStore } from './stores/remove-store.ts'
import { updateStore } from './stores/update-store.ts'

export const handler = areaHandler(catalog, {
  stores: { ...rowOperations(STORES, 'stores'), create: createStore, update: updateStore, remove: removeStore },
  categories: { ...rowOperations(CATEGORIES, 'categories'), create: createCategory },
  products: {
    list: listProducts,
    export: exportProducts,
    get: getProduct,
    create: createProduct,
    update: updateProduct,
    remove: removeProduct,
    uploadMedia: uploadProductMedia,
    uploads: prepareProductPicture,
    removeMedia: removeProductMedia,
  },
  productStores: {
    list: listProductStores,
    search: searchProductStores,
    get: getProductStore,
    create: createProductStore,
    remove: removeProductStore,
  },
})

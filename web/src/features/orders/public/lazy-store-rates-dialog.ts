import { lazyPart } from '#/lib/lazy-part.ts'

/** The dialog of a store's freight rates with its texts, for screens that show stores. */
export const StoreRatesDialog = lazyPart(
  () => import('../store-rates-dialog.tsx').then(file => file.StoreRatesDialog),
  'orders',
)

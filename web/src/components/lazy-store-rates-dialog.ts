import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** The dialog of a store's freight rates with its texts, for screens that show stores. */
export const StoreRatesDialog = lazy(async () => {
  const [file] = await Promise.all([import('./store-rates-dialog.tsx'), loadTexts('orders')])
  return { default: file.StoreRatesDialog }
})

import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** The delivery rates of a store with their texts, for screens that show stores. */
export const StoreRatesDialog = lazy(async () => {
  const [file] = await Promise.all([import('./store-rates-dialog.tsx'), loadTexts('orders')])
  return { default: file.StoreRatesDialog }
})

import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** The dialog with its texts, for screens that open it now and then. */
export const CustomerDialog = lazy(async () => {
  const [file] = await Promise.all([import('./customer-dialog.tsx'), loadTexts('customers')])
  return { default: file.CustomerDialog }
})

/** The same of an address. */
export const AddressDialog = lazy(async () => {
  const [file] = await Promise.all([import('./address-dialog.tsx'), loadTexts('customers')])
  return { default: file.AddressDialog }
})

/** The same of a customer's addresses. */
export const AddressesDialog = lazy(async () => {
  const [file] = await Promise.all([import('./addresses-dialog.tsx'), loadTexts('customers')])
  return { default: file.AddressesDialog }
})

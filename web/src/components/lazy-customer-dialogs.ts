import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** The customer dialog with its texts, for screens that rarely open it. */
export const CustomerDialog = lazy(async () => {
  const [file] = await Promise.all([import('./customer-dialog.tsx'), loadTexts('customers')])
  return { default: file.CustomerDialog }
})

/** The address dialog with its texts, for the same screens. */
export const AddressDialog = lazy(async () => {
  const [file] = await Promise.all([import('./address-dialog.tsx'), loadTexts('customers')])
  return { default: file.AddressDialog }
})

/** The dialog of a customer's addresses with its texts, for the same screens. */
export const AddressesDialog = lazy(async () => {
  const [file] = await Promise.all([import('./addresses-dialog.tsx'), loadTexts('customers')])
  return { default: file.AddressesDialog }
})

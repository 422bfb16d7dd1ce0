import { lazyPart } from '#/lib/lazy-part.ts'

/** The customer dialog with its texts, for screens that rarely open it. */
export const CustomerDialog = lazyPart(
  () => import('../customer-dialog.tsx').then(file => file.CustomerDialog),
  'customers',
)

/** The address dialog with its texts, for the same screens. */
export const AddressDialog = lazyPart(
  () => import('../address-dialog.tsx').then(file => file.AddressDialog),
  'customers',
)

/** The dialog of a customer's addresses with its texts, for the same screens. */
export const AddressesDialog = lazyPart(
  () => import('../addresses-dialog.tsx').then(file => file.AddressesDialog),
  'customers',
)

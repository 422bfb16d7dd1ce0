import { lazyPart } from '#/lib/lazy-part.ts'

/** The contact dialog with its texts, for screens that rarely open it. */
export const ContactDialog = lazyPart(
  () => import('../contact-dialog.tsx').then(file => file.ContactDialog),
  'contacts',
)

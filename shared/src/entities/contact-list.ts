import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** People a campaign may go to. */
export const ContactList = z.object({
  id: Id,
  name: z.string(),
  /** How many items it has. */
  contactsCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContactList = z.infer<typeof ContactList>

/** Somebody in a list, once: nobody else there has the number. */
export const ContactListItem = z.object({
  id: Id,
  companyId: Id,
  contactListId: Id,
  name: z.string(),
  /** Digits with the country. */
  number: z.string(),
  /** Empty when not known. */
  email: z.string(),
  /** Whether WhatsApp has an account of the number; null while nobody asked, and a day after it had none. */
  isWhatsappValid: z.boolean().nullable(),
  /** When WhatsApp said that the number has no account. */
  whatsappCheckedAt: Instant.optional(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContactListItem = z.infer<typeof ContactListItem>

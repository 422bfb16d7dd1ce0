import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** List of people to whom a campaign may be sent. */
export const ContactList = z.object({
  id: Id,
  name: z.string(),
  /** Number of its items. */
  contactsCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContactList = z.infer<typeof ContactList>

/** List item; its number is unique in the list. */
export const ContactListItem = z.object({
  id: Id,
  companyId: Id,
  contactListId: Id,
  name: z.string(),
  /** Digits with country code. */
  number: z.string(),
  /** Empty if unknown. */
  email: z.string(),
  /**
   * True if WhatsApp has an account of the number; null if it was not checked, or a day after it
   * had none.
   */
  isWhatsappValid: z.boolean().nullable(),
  /** Time at which WhatsApp answered that the number has no account. */
  whatsappCheckedAt: Instant.optional(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContactListItem = z.infer<typeof ContactListItem>

import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { CHANNELS } from './channel.ts'
import { WhatsappRef } from './whatsapp.ts'

/** Additional information about a contact. Its limits are those of the calls that write it. */
export const ExtraInfo = z.object({ name: z.string(), value: z.string() })
export type ExtraInfo = z.infer<typeof ExtraInfo>

/** Contact as a ticket's row shows it. */
export const ContactRef = z.object({
  id: Id,
  name: z.string(),
  /** Empty for a contact who writes to a metaPage. */
  number: z.string(),
  profilePicUrl: z.string().nullable(),
  /** Channel of the contact, if it is not WhatsApp. */
  channel: z.enum(CHANNELS).optional(),
})
export type ContactRef = z.infer<typeof ContactRef>

export const Contact = ContactRef.extend({
  uuid: Id,
  /** Empty if unknown. */
  email: z.string(),
  isGroup: z.boolean(),
  /**
   * False if WhatsApp answered within a day that the number has no account; null if it was not
   * checked since.
   */
  isWhatsappValid: z.boolean().nullable(),
  /** Time at which WhatsApp answered that the number has no account. */
  whatsappCheckedAt: Instant.optional(),
  extraInfo: z.array(ExtraInfo),
  customerId: Id.nullable(),
  /**
   * Linked customer; null without one. Lists and events leave out an existing customer: it would
   * cost a read per row.
   */
  customer: z.object({ id: Id, fullName: z.string(), document: z.string() }).nullable().optional(),
  /** Connection last used with this contact; null if there was none yet, or it was deleted. */
  whatsapp: WhatsappRef.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Contact = z.infer<typeof Contact>

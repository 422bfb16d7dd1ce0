import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { CHANNELS } from './channel.ts'
import { WhatsappRef } from './whatsapp.ts'

/** What somebody noted of a contact. Its bounds are those of the calls that write it. */
export const ExtraInfo = z.object({ name: z.string(), value: z.string() })
export type ExtraInfo = z.infer<typeof ExtraInfo>

/** A contact as a ticket's row shows it. */
export const ContactRef = z.object({
  id: Id,
  name: z.string(),
  /** Of who writes to a page it is empty. */
  number: z.string(),
  profilePicUrl: z.string().nullable(),
  /** Where they write from, when it is not WhatsApp. */
  channel: z.enum(CHANNELS).optional(),
})
export type ContactRef = z.infer<typeof ContactRef>

export const Contact = ContactRef.extend({
  uuid: Id,
  /** Empty when not known. */
  email: z.string(),
  isGroup: z.boolean(),
  /** False when WhatsApp said within a day that the number has no account; null when nobody asked since. */
  isWhatsappValid: z.boolean().nullable(),
  /** When it said that the number has no account. */
  whatsappCheckedAt: Instant.optional(),
  extraInfo: z.array(ExtraInfo),
  customerId: Id.nullable(),
  /** That customer; null without one. Lists and events leave out a customer there is: it would cost a read a row. */
  customer: z.object({ id: Id, fullName: z.string(), document: z.string() }).nullable().optional(),
  /** Connection last used with this contact; null when none was yet, or when that one was deleted. */
  whatsapp: WhatsappRef.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Contact = z.infer<typeof Contact>

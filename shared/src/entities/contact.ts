import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

export const ExtraInfo = z.object({ name: z.string().trim().min(1).max(100), value: z.string().max(1000) })
export type ExtraInfo = z.infer<typeof ExtraInfo>

/** A contact as a ticket's row shows it. */
export const ContactRef = z.object({
  id: Id,
  name: z.string(),
  number: z.string(),
  profilePicUrl: z.string().nullable(),
})
export type ContactRef = z.infer<typeof ContactRef>

export const Contact = ContactRef.extend({
  uuid: Id,
  /** Empty when not known. */
  email: z.string(),
  isGroup: z.boolean(),
  /** False when WhatsApp said that the number has no account; null when nobody asked yet. */
  isWhatsappValid: z.boolean().nullable(),
  extraInfo: z.array(ExtraInfo),
  customerId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Contact = z.infer<typeof Contact>

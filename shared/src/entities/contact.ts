import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { CHANNELS } from './channel.ts'
import { FieldValues } from './custom-field.ts'
import { TagRef } from './tag.ts'
import { UserRef } from './user.ts'
import { WhatsappRef } from './whatsapp.ts'

/** Additional information about a contact. Its limits are those of the calls that write it. */
export const ExtraInfo = z.object({ name: z.string(), value: z.string() })
export type ExtraInfo = z.infer<typeof ExtraInfo>

/** Maximum number of tags of a contact. */
export const MAX_CONTACT_TAGS = 20

/** Contact as a ticket's row shows it. */
export const ContactRef = z.object({
  id: Id,
  name: z.string(),
  /** Empty for a contact who writes to a metaPage. */
  number: z.string(),
  profilePicUrl: z.string().nullable(),
  /** Channel of the contact, if it is not WhatsApp. */
  channel: z.enum(CHANNELS).optional(),
  /** True while nothing is taken from the contact or sent to it. */
  blocked: z.literal(true).optional(),
  /** Ids of the contact's own tags, in a ticket; absent without any. */
  tagIds: z.array(Id).optional(),
})
export type ContactRef = z.infer<typeof ContactRef>

export const Contact = ContactRef.extend({
  uuid: Id,
  /** True while nothing is taken from the contact or sent to it. */
  blocked: z.boolean(),
  /**
   * Block of a single contact: since when, by whom, and what the
   * contact sent since. Null without one.
   */
  block: z
    .object({ at: Instant, by: UserRef, messages: z.number().int(), lastMessageAt: Instant.nullable() })
    .nullable()
    .optional(),
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
  /** Further numbers: those of contacts that were merged into this one. */
  otherNumbers: z.array(z.string()),
  /** Latest merge of a single contact that can still be undone. Null without one. */
  merge: z
    .object({
      contact: z.object({ id: Id, name: z.string(), number: z.string() }),
      by: UserRef,
      at: Instant,
      undoUntil: Instant,
      /** True while conversations are still being moved. */
      moving: z.boolean(),
    })
    .nullable()
    .optional(),
  extraInfo: z.array(ExtraInfo),
  /** Tags of the contact itself, by name; those of its tickets stand there. */
  contactTags: z.array(TagRef),
  /** Values of the company's custom fields. */
  fields: FieldValues,
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

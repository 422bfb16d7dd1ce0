import { z } from 'zod'
import { Day, Id, Instant } from '../api-contract/fields.ts'
import { RECIPIENT_STATES } from './campaign.ts'
import { MediaType } from './message.ts'
import { TagRef } from './tag.ts'
import { WhatsappRef } from './whatsapp.ts'

/** Content of the head of a contact's page beside the contact itself. */
export const ContactSummary = z.object({
  /** Time of the contact's last message. */
  lastSeenAt: Instant.nullable(),
  /** Connections of the latest conversations. */
  connections: z.array(WhatsappRef),
  tags: z.array(TagRef),
  /** Birthday of the linked customer. */
  birthday: Day.nullable(),
})
export type ContactSummary = z.infer<typeof ContactSummary>

/** File of a message in one of a contact's conversations. */
export const ContactFile = z.object({
  /** Message. */
  id: Id,
  ticketId: Id,
  mediaType: MediaType,
  fileName: z.string(),
  mimetype: z.string(),
  /** Bytes; 0 if unknown. */
  size: z.number(),
  fromMe: z.boolean(),
  /** Link, valid for some minutes. */
  url: z.string(),
  createdAt: Instant,
})
export type ContactFile = z.infer<typeof ContactFile>

/** Campaign that a contact is a recipient of. */
export const ContactCampaign = z.object({
  id: Id,
  name: z.string(),
  state: z.enum(RECIPIENT_STATES),
  /** Code of the error catalogue, for a failed recipient. */
  reason: z.string().nullable(),
  sentAt: Instant.nullable(),
  ticketId: Id.nullable(),
})
export type ContactCampaign = z.infer<typeof ContactCampaign>

import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Texts a person begins in a ticket: an answer to the contact, or a note for the team. */
export const TEXT_DRAFT_KINDS = ['reply', 'note'] as const
export type TextDraftKind = (typeof TEXT_DRAFT_KINDS)[number]

/** Days a draft is kept after its last change. */
export const TEXT_DRAFT_DAYS = 30

/** Begun text of one person in one ticket, on all their devices. */
export const TextDraft = z.object({
  ticketId: Id,
  kind: z.enum(TEXT_DRAFT_KINDS),
  /** Empty: the draft was sent or cleared. */
  text: z.string(),
  /** Rises with each change, also past a removal; 0 without a draft. */
  version: z.number().int().min(0),
  updatedAt: Instant,
})
export type TextDraft = z.infer<typeof TextDraft>

import { z } from 'zod'

/**
 * Kinds of messages with a structure of their own: their text is the message's body, a label in the
 * reader's language says the rest.
 */
export const STRUCTURED_KINDS = [
  'order',
  'product',
  'payment',
  'paymentDeclined',
  'paymentCanceled',
  'paymentInvite',
  'poll',
  'event',
  'interactive',
  'invite',
  'stickerPack',
  'scheduledCall',
  'broadcastCall',
  'phoneRequest',
  'phoneOnly',
  'statusMention',
] as const
export const StructuredKind = z.enum(STRUCTURED_KINDS)
export type StructuredKind = z.infer<typeof StructuredKind>

/**
 * Order that a customer made in WhatsApp's catalogue. It leaves out the access token, which nothing
 * here needs.
 */
export const CatalogueOrder = z.object({
  orderId: z.string(),
  title: z.string(),
  itemCount: z.number().int(),
  total: z.number().nullable(),
  currency: z.string(),
  message: z.string(),
})
export type CatalogueOrder = z.infer<typeof CatalogueOrder>

/** Data of a message beside its text. */
export const Structured = z.object({
  /** Values to copy: Pix codes and keys, links, coupons, numbers. */
  copy: z.array(z.string()),
  order: CatalogueOrder.nullable(),
})
export type Structured = z.infer<typeof Structured>

import type { MediaType, MessageOrigin } from '@balcao/shared/entities/message.ts'
import type { z } from 'zod'

/**
 * Newest message of a ticket by the customer or a person, as the ticket's row shows it; an
 * automatic one only while there is no other (decision 0074).
 */
export type LastMessage = {
  /**
   * Value of `placeOf` (shared/src/message-place.ts): identifies the message and gives its place in
   * the conversation.
   */
  place: string
  origin: z.infer<typeof MessageOrigin>
  /** Attendant who wrote the message. */
  user: { id: string; name: string } | null
  /**
   * Ack: 0 clock, 1 sent, 3 delivered, 4 read; null for a contact's message. Values in between are
   * not shown, so they are not stored.
   */
  ack: number | null
  failed: boolean
  deleted: boolean
}

/**
 * Customer's last message, as a waiting ticket's row shows it. Only stored while the newest message
 * of the row is not the customer's.
 */
export type CustomerWords = Pick<LastMessage, 'place' | 'deleted'> & { text: string; type: MediaType }

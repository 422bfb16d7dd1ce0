import type { MessageOrigin } from '@balcao/shared/entities/message.ts'
import type { z } from 'zod'

/** Newest message of a ticket, as the ticket's row shows it. */
export type LastMessage = {
  /**
   * Value of `placeOf` (last-message.ts): identifies the message and gives its place in the
   * conversation.
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

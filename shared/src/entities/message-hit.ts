import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { Message } from './message.ts'
import { Ticket } from './ticket.ts'

/** Position of a message in its conversation. */
export const MessagePlace = z.object({ id: Id, createdAt: Instant })
export type MessagePlace = z.infer<typeof MessagePlace>

/** Message found by its words, with the fields of its ticket that a list shows. */
export const MessageHit = MessagePlace.extend({
  ticketId: Id,
  /** Line with the first found word, cut around it. */
  line: z.string(),
  fromMe: z.boolean(),
  mediaType: Message.shape.mediaType,
  /** Author: the attendant, or a member of a group; null if the side already says it. */
  author: z.string().nullable(),
  ticket: Ticket.pick({ id: true, uuid: true, status: true, contact: true, queue: true, user: true, isGroup: true }),
})
export type MessageHit = z.infer<typeof MessageHit>

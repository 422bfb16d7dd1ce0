import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { Message } from './message.ts'
import { Ticket } from './ticket.ts'

/** Where a message stands in its conversation. */
export const MessagePlace = z.object({ id: Id, createdAt: Instant })
export type MessagePlace = z.infer<typeof MessagePlace>

/** A message that was found by its words, with what a list shows of its ticket. */
export const MessageHit = MessagePlace.extend({
  ticketId: Id,
  /** The line in which the first of the words stands, cut around it. */
  line: z.string(),
  fromMe: z.boolean(),
  mediaType: Message.shape.mediaType,
  /** Who wrote it: the attendant, or somebody in a group; null where the side says it all. */
  author: z.string().nullable(),
  ticket: Ticket.pick({ id: true, uuid: true, status: true, contact: true, queue: true, user: true, isGroup: true }),
})
export type MessageHit = z.infer<typeof MessageHit>

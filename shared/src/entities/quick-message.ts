import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { keptFileFields } from '../api-contract/kept-file.ts'

/** Text, with or without a file, that attendants insert in the composer by its shortcode. */
export const QuickMessage = z.object({
  id: Id,
  /** Shortcode, without the slash typed before it. */
  shortcode: z.string(),
  /** Text with its variables unfilled. */
  message: z.string(),
  /** True if it belongs to the whole company; otherwise only to its author. */
  geral: z.boolean(),
  /** Queues in whose tickets it is offered; empty: in all tickets. */
  queueIds: z.array(Id),
  /** True if it is offered in the composer. */
  status: z.boolean(),
  /** User who made it. */
  userId: Id,
  isMedia: z.boolean(),
  ...keptFileFields,
  createdAt: Instant,
  updatedAt: Instant,
})
export type QuickMessage = z.infer<typeof QuickMessage>

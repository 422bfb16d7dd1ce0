import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { keptFileFields } from '../contract/kept-file.ts'

/** A text with or without a file that attendants call up by its shortcode in the composer. */
export const QuickMessage = z.object({
  id: Id,
  /** Without the slash one types before it. */
  shortcode: z.string(),
  /** With variables as they are written. */
  message: z.string(),
  /** The whole company's; otherwise its maker's alone. */
  geral: z.boolean(),
  /** Whether it is offered in the composer. */
  status: z.boolean(),
  /** Who made it. */
  userId: Id,
  isMedia: z.boolean(),
  ...keptFileFields,
  createdAt: Instant,
  updatedAt: Instant,
})
export type QuickMessage = z.infer<typeof QuickMessage>

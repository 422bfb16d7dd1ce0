import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { keptFileFields } from '../api-contract/kept-file.ts'

/**
 * Effect of choosing an option. `text`: sends its message, then offers the options below it, or a
 * person if there are none. `queue`: sends its message, then moves the contact to another queue.
 * `close`: sends its message, then closes the ticket. `bill`: its message, or ours, asks for a CPF
 * or CNPJ, whose open bills are sent (decision 0031).
 */
export const QUEUE_OPTION_KINDS = ['text', 'queue', 'close', 'bill'] as const
export const QueueOptionKind = z.enum(QUEUE_OPTION_KINDS)
export type QueueOptionKind = z.infer<typeof QueueOptionKind>

/** Maximum levels of a tree and options of a level (decision 0027). */
export const MAX_OPTION_LEVELS = 10
export const MAX_OPTIONS_PER_LEVEL = 50
/** Maximum options of a whole queue: its tree is one answer, and is read with every message. */
export const MAX_OPTIONS = 300

/** Option of a queue's menu, without those below it. */
export const QueueOption = z.object({
  id: Id,
  queueId: Id,
  /** Parent option; null in the queue's first menu. */
  parentId: Id.nullable(),
  /** Name in the menu. */
  title: z.string(),
  /** Message sent when it is chosen, its file first. */
  message: z.string(),
  /** Number among its siblings, from 1, which the contact answers with. */
  option: z.number().int(),
  kind: QueueOptionKind,
  /** Target queue, for kind `queue`. */
  targetQueueId: Id.nullable(),
  ...keptFileFields,
  createdAt: Instant,
  updatedAt: Instant,
})
export type QueueOption = z.infer<typeof QueueOption>

/** Option with everything below it. */
export const QueueOptionTree = QueueOption.extend({
  get children() {
    return z.array(QueueOptionTree)
  },
})
export type QueueOptionTree = QueueOption & { children: QueueOptionTree[] }

import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { keptFileFields } from '../contract/kept-file.ts'

/**
 * What choosing an option does. `text`: its message, then the options below it, or a person where there are none. `queue`: its
 * message, then the contact is handed over to another queue. `close`: its message, then the ticket is closed. `bill`: its message, or
 * ours, asks for a CPF or CNPJ, whose open bills are sent (decision 0031).
 */
export const QUEUE_OPTION_KINDS = ['text', 'queue', 'close', 'bill'] as const
export const QueueOptionKind = z.enum(QUEUE_OPTION_KINDS)
export type QueueOptionKind = z.infer<typeof QueueOptionKind>

/** Maximum levels of a tree and options of a level (decision 0027). */
export const MOST_OPTION_LEVELS = 10
export const MOST_OPTIONS_PER_LEVEL = 50
/** Of a whole queue: its tree is one answer, and is read with every message. */
export const MOST_OPTIONS = 300

/** An option of a queue's menu, without those below it. */
export const QueueOption = z.object({
  id: Id,
  queueId: Id,
  /** The option it stands below; null in the queue's first menu. */
  parentId: Id.nullable(),
  /** As the menu names it. */
  title: z.string(),
  /** Said when it is chosen, its file first. */
  message: z.string(),
  /** Its place among its siblings, from 1: the number the contact answers with. */
  option: z.number().int(),
  kind: QueueOptionKind,
  /** Of kind `queue`: where the contact goes. */
  targetQueueId: Id.nullable(),
  ...keptFileFields,
  createdAt: Instant,
  updatedAt: Instant,
})
export type QueueOption = z.infer<typeof QueueOption>

/** An option with everything below it. */
export const QueueOptionTree = QueueOption.extend({
  get children() {
    return z.array(QueueOptionTree)
  },
})
export type QueueOptionTree = QueueOption & { children: QueueOptionTree[] }

import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { ContactRef } from './contact.ts'
import { FieldChange } from './field-change.ts'
import { MessageAck, MessageOrigin } from './message.ts'
import { QueueRef } from './queue.ts'
import { TagRef } from './tag.ts'
import { UserRef } from './user.ts'
import { WhatsappRef } from './whatsapp.ts'

export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const
export const TicketStatus = z.enum(TICKET_STATUSES)
export type TicketStatus = z.infer<typeof TicketStatus>

/** 1 unhappy, 2 satisfied, 3 very satisfied. */
export const Rating = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type Rating = z.infer<typeof Rating>

/** A ticket with everything its list row shows. */
export const Ticket = z.object({
  id: Id,
  uuid: Id,
  status: TicketStatus,
  contactId: Id,
  contact: ContactRef,
  queueId: Id.nullable(),
  queue: QueueRef.nullable(),
  whatsappId: Id,
  whatsapp: WhatsappRef,
  userId: Id.nullable(),
  user: UserRef.nullable(),
  tags: z.array(TagRef),
  lastMessage: z.string(),
  /** Kind of the last message, for the icon of the row: a media type of Message, or chat. */
  lastMessageType: z.string(),
  lastMessageFromMe: z.boolean(),
  /** Who wrote it; of an attendant's also which. */
  lastMessageOrigin: MessageOrigin,
  lastMessageUser: UserRef.nullable(),
  /** How far an own message came; null of a contact's, and where it is not known. */
  lastMessageAck: MessageAck.nullable(),
  lastMessageFailed: z.boolean(),
  /** It was deleted for everyone: `lastMessage` says so in its stead. */
  lastMessageDeleted: z.boolean(),
  unreadMessages: z.number().int(),
  isGroup: z.boolean(),
  /** The queue menu is talking to the contact. */
  chatbot: z.boolean(),
  /**
   * Where it talks, while it does: in the options of the ticket's queue, by their titles (of a long way the last ones, after
   * `…`; none in the queue's first menu), and without a queue in the choice of one.
   */
  bot: z.object({ path: z.array(z.string()) }).nullable(),
  useIntegration: z.boolean(),
  promptId: Id.nullable(),
  integrationId: Id.nullable(),
  /** Of a page's conversation: when the contact last wrote, from which Meta counts how long one may answer. */
  lastContactAt: Instant.nullable().optional(),
  /** Of one that is pending: since when. */
  waitingSince: Instant.optional(),
  /** It is out of the list of open tickets until then, or until the contact writes. */
  snoozedUntil: Instant.optional(),
  /** When it came back, as long as nobody has read it since. */
  wokeAt: Instant.optional(),
  /** What the contact said of its last closing. */
  rating: Rating.nullable(),
  /** An order was begun in it since it was opened: where this is false there is no draft. */
  draftBegun: z.boolean(),
  /** Since when it stands in its lane of the kanban board; a lane is ordered by it, the newest first. */
  laneSince: Instant,
  createdAt: Instant,
  /** Moves with every change, and with every message until it is closed; lists are ordered by it. */
  updatedAt: Instant,
})
export type Ticket = z.infer<typeof Ticket>

/** Who holds a ticket that stands in the way (ERR_OTHER_OPEN_TICKET, ERR_TICKET_ALREADY_ACCEPTED). */
export const TicketHolder = z.object({
  id: Id,
  uuid: Id,
  userId: Id.nullable(),
  user: z.object({ name: z.string() }).nullable(),
  queue: z.object({ name: z.string() }).nullable(),
})
export type TicketHolder = z.infer<typeof TicketHolder>

/** Types of a ticket's log, the first eleven as the specification spells them (decision 0014). */
export const TICKET_LOG_TYPES = [
  'create',
  'chatBot',
  'queue',
  'open',
  'access',
  'transfered',
  'receivedTransfer',
  'pending',
  'closed',
  'reopen',
  'redirect',
  /** The contact rated the closing: detail tells how. */
  'rated',
  /** The connection had a gap: detail tells from, to and how many of its messages, in all conversations, came after all. */
  'gap',
  /** The contact answered a campaign: detail tells which. */
  'campaign',
  /** A user edited a message of the company. */
  'messageEdited',
  /** A user deleted a message of the company for everyone. */
  'messageDeleted',
  /** Somebody changed the contact: detail tells what, before and after. */
  'contactChanged',
] as const

export const TicketLog = z.object({
  id: Id,
  ticketId: Id,
  type: z.enum(TICKET_LOG_TYPES),
  user: UserRef.nullable(),
  queue: QueueRef.nullable(),
  /** Of a gap: ISO times and a count. */
  gap: z.object({ from: Instant, to: Instant, recovered: z.number().int() }).optional(),
  /** Of a rating. */
  rating: Rating.optional(),
  /** Of an answer. */
  campaign: z.object({ id: Id, name: z.string() }).optional(),
  /** Of a changed contact. */
  changes: z.array(FieldChange).optional(),
  createdAt: Instant,
})
export type TicketLog = z.infer<typeof TicketLog>

/** Why a machine wrote a note (rules/machine-notes.ts). The name is any text: a newer server may know more of them than the page that shows it. */
export const NoteReason = z.object({ note: z.string(), words: z.string().optional(), error: z.string().optional() })
export type NoteReason = z.infer<typeof NoteReason>

export const TicketNote = z.object({
  id: Id,
  /** Of a machine's in Portuguese, the product's own language. */
  note: z.string(),
  /** Of a machine's: what it says, in whatever language somebody reads. */
  reason: NoteReason.optional(),
  ticketId: Id,
  contactId: Id,
  user: UserRef,
  createdAt: Instant,
})
export type TicketNote = z.infer<typeof TicketNote>

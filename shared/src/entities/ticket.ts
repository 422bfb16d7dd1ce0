import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { ContactRef } from './contact.ts'
import { FieldValues } from './custom-field.ts'
import { Given } from './distribution.ts'
import { FieldChange } from './field-change.ts'
import { MessageAck, MessageOrigin } from './message.ts'
import { QueueRef } from './queue.ts'
import { TagRef } from './tag.ts'
import { ShownGoal } from './ticket-goal.ts'
import { UserRef } from './user.ts'
import { WhatsappRef } from './whatsapp.ts'

export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const
export const TicketStatus = z.enum(TICKET_STATUSES)
export type TicketStatus = z.infer<typeof TicketStatus>

/** Priorities of a ticket, the least first. */
export const TICKET_PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'] as const
export const TicketPriority = z.enum(TICKET_PRIORITIES)
export type TicketPriority = z.infer<typeof TicketPriority>

/** Longest snooze (ms). */
export const MAX_SNOOZE_MS = 366 * 86_400_000

/** Rating: 1 unhappy, 2 satisfied, 3 very satisfied. */
export const Rating = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type Rating = z.infer<typeof Rating>

/**
 * Advertisement or post from which the contact came to a cloud number (Cloud API, "referral").
 */
export const Referral = z.object({
  sourceType: z.string(),
  sourceId: z.string(),
  sourceUrl: z.string(),
  headline: z.string(),
  body: z.string(),
  at: Instant,
})
export type Referral = z.infer<typeof Referral>

/** Ticket with everything its list row shows. */
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
  priority: TicketPriority,
  /** Values of the company's custom fields. */
  fields: FieldValues,
  /**
   * Newest message by the contact or a person, beginning; an automatic one only while there is no
   * other (decision 0074).
   */
  lastMessage: z.string(),
  /** Kind of the last message, for the icon of the row: a media type of Message, or chat. */
  lastMessageType: z.string(),
  lastMessageFromMe: z.boolean(),
  /** Origin of the last message; for an attendant's also the user. */
  lastMessageOrigin: MessageOrigin,
  lastMessageUser: UserRef.nullable(),
  /** Ack of an own message; null for a contact's, and if it is unknown. */
  lastMessageAck: MessageAck.nullable(),
  lastMessageFailed: z.boolean(),
  /** True if it was deleted for everyone: `lastMessage` then says so instead. */
  lastMessageDeleted: z.boolean(),
  unreadMessages: z.number().int(),
  isGroup: z.boolean(),
  /** True if the queue menu is active in the ticket. */
  chatbot: z.boolean(),
  /**
   * Position of the active menu: titles of the chosen options of the ticket's queue (of a long way
   * the last ones, after `…`; none in the queue's first menu); without a queue, the choice of one.
   */
  bot: z.object({ path: z.array(z.string()) }).nullable(),
  useIntegration: z.boolean(),
  promptId: Id.nullable(),
  integrationId: Id.nullable(),
  /**
   * Time of the contact's last message in a metaPage's conversation: Meta's time limit for answers
   * starts there.
   */
  lastContactAt: Instant.nullable().optional(),
  /**
   * Window of a cloud connection's ticket: while it is open anything may be sent, afterwards only
   * templates. `closesAt` is null if the contact never wrote.
   */
  window: z.object({ open: z.boolean(), closesAt: Instant.nullable() }).optional(),
  referral: Referral.nullable().optional(),
  /**
   * Since when a pending ticket waits: since the contact's first unanswered message, else since it
   * entered its queue.
   */
  waitingSince: Instant.optional(),
  /** Contact's last message in a pending ticket, if `lastMessage` is another one. */
  customerWords: z.object({ text: z.string(), type: z.string(), deleted: z.boolean() }).optional(),
  /**
   * Place of the contact's last message (`placeOf` of its id); missing if none is known. A closing
   * names it, so that no message is closed away unseen.
   */
  contactMessage: z.string().optional(),
  /** Time until which it is hidden from the list of open tickets, unless the contact writes. */
  snoozedUntil: Instant.optional(),
  /** Time at which it came back, until somebody reads it. */
  wokeAt: Instant.optional(),
  /** Service goals since its last opening. */
  goals: z.array(ShownGoal),
  /** Contact's rating of the last closing. */
  rating: Rating.nullable(),
  /** True if an order was begun since the ticket was opened: without one there is no draft. */
  draftBegun: z.boolean(),
  /** Since when it is in its column of the board; a column is ordered by it, the newest first. */
  laneSince: Instant,
  createdAt: Instant,
  /**
   * Moves with every change, and with every message by the contact or a person until the ticket is
   * closed; lists are ordered by it.
   */
  updatedAt: Instant,
})
export type Ticket = z.infer<typeof Ticket>

/**
 * Ticket that prevents a call, with its user (ERR_OTHER_OPEN_TICKET, ERR_TICKET_ALREADY_ACCEPTED).
 */
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
  /** Contact rated the closing; detail has the rating. */
  'rated',
  /**
   * Connection had a gap; detail has its start, its end, and how many messages in all conversations
   * came after all.
   */
  'gap',
  /** Contact answered a campaign; detail has the campaign. */
  'campaign',
  /** User edited a message of the company. */
  'messageEdited',
  /** User deleted a message of the company for everyone. */
  'messageDeleted',
  /** Somebody changed the contact; detail has the fields, before and after. */
  'contactChanged',
  /** Somebody changed the priority; detail has the one before and the new one. */
  'priority',
  /** Somebody changed custom fields; detail has them, before and after. */
  'fieldsChanged',
  /** Automation rule acted; detail has the rule. */
  'rule',
  /** Chain of automation rules that set each other off was ended before this one; detail has it. */
  'ruleLoop',
  /** Queue gave the ticket to the user by itself; detail has why. */
  'distributed',
  /** Ticket was taken back from the user, who was offline and had not answered. */
  'returned',
] as const

export const TicketLog = z.object({
  id: Id,
  ticketId: Id,
  type: z.enum(TICKET_LOG_TYPES),
  user: UserRef.nullable(),
  queue: QueueRef.nullable(),
  /** Detail of a gap: ISO times and a count. */
  gap: z.object({ from: Instant, to: Instant, recovered: z.number().int() }).optional(),
  /** Detail of a rating. */
  rating: Rating.optional(),
  /** Detail of an answer. */
  campaign: z.object({ id: Id, name: z.string() }).optional(),
  /** Detail of a changed contact, and of changed fields. */
  changes: z.array(FieldChange).optional(),
  /** Detail of a changed priority. */
  priority: z.object({ from: TicketPriority, to: TicketPriority }).optional(),
  /** Detail of a rule. */
  rule: z.object({ id: Id, name: z.string() }).optional(),
  /** Detail of a ticket that was given to somebody. */
  given: Given.optional(),
  createdAt: Instant,
})
export type TicketLog = z.infer<typeof TicketLog>

/**
 * Reason why a bot wrote a note (rules/bot-notes.ts). The name is any text: a newer server may
 * know more names than an older browser page.
 */
export const NoteReason = z.object({ note: z.string(), words: z.string().optional(), error: z.string().optional() })
export type NoteReason = z.infer<typeof NoteReason>

export const TicketNote = z.object({
  id: Id,
  /** Text; for a bot's note in Portuguese, the product's own language. */
  note: z.string(),
  /** Reason of a bot's note, for readers in other languages. */
  reason: NoteReason.optional(),
  ticketId: Id,
  contactId: Id,
  user: UserRef,
  /** Colleagues whom it names, by the names they had. */
  mentions: z.array(UserRef).optional(),
  createdAt: Instant,
})
export type TicketNote = z.infer<typeof TicketNote>

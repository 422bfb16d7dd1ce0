/** Interface of a bot: it gets what the contact wrote, and returns what follows. */
import type { NoteReason, TicketPriority } from '@balcao/shared/entities/ticket.ts'
import type { CatalogueItem } from '@balcao/shared/events/queues.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import type { AiUse } from '../data/automation/ai-use.ts'
import type { Write } from '../data/table/transact.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import type { ConnectionConfiguration } from '../messaging/configuration.ts'

/** Input of a bot. */
export type BotRequest = {
  companyId: string
  ticket: TicketRow
  /** Id of the prompt or the integration. */
  id: string
  configuration: ConnectionConfiguration
  /** The contact's messages since the last reply, oldest first; at least one. */
  messages: MessageRow[]
  /** Number of replies the bot gave since it took this ticket. */
  replyCount: number
  /** Idempotency key: the same at every attempt of this reply, and different for any other. */
  key: string
  /** The state it stored with its last reply; null at first. */
  state: unknown
  /** Steps stored by an earlier attempt of this reply; undefined at first. */
  steps: unknown
  /**
   * Stores the steps of this reply so far, in one transaction with `writes`; its next attempt
   * gets it as `steps`, and the same messages.
   */
  saveSteps: (steps: unknown, writes?: readonly Write[]) => Promise<void>
}

/** One message of a reply: a text, or a file with the text under it. */
export type BotMessage = {
  text: string
  media?: KeptMedia
  /** Product of a catalogue whose picture `media` is. */
  item?: CatalogueItem
  /** The text of a voice message, shown under it. */
  transcript?: string
  /** Order that it tells of, whose history gets an entry with it. */
  orderId?: string
  /** Milliseconds to wait before it is sent. */
  delayMs?: number
}

/**
 * The bot as the author of a note. The name is the Portuguese one, for kinds without a name of
 * their own.
 */
type By = { id: string; name: string }

export type BotAnswer = {
  lines: BotMessage[]
  /** The bot's name, for the mark on its messages. */
  name?: string
  /** Uses of AI models by the reply; counted once, when it is stored. */
  uses?: AiUse[]
  /** JSON state for the next reply. */
  state?: unknown
  /**
   * Hands off to a person: in that queue (null or absent: the ticket's current one), with the
   * reason as a note. With `toBot` the menu has the ticket again: the contact's next message brings
   * the menu, or whatever bot answers there by then.
   */
  handOver?: { queueId?: string | null; reason?: NoteReason; by: By; toBot?: boolean }
  /** Priority that the ticket gets. */
  priority?: TicketPriority
  /** A note for people, while the bot continues. */
  remark?: { reason: NoteReason; by: By }
  /** Closes the ticket, without a farewell. */
  close?: boolean
}

/**
 * Asks a prompt or an integration. Any behaviour of its system (slow, down, lying, throttling) is
 * an answer, mostly a hand-off with a note; a thrown error is a fault of our own, and is retried.
 */
export type ReplyWith = (request: BotRequest) => Promise<BotAnswer>

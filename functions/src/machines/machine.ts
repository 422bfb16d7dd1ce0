/** What a machine is to a ticket: it is given what the contact wrote, and says what follows. */
import type { NoteReason } from '@balcao/shared/entities/ticket.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/turn.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import type { ConnectionConfiguration } from '../messaging/configuration.ts'

/** What is asked of a machine. */
export type Asked = {
  companyId: string
  ticket: TicketRow
  /** The id of the agent or the integration. */
  id: string
  configuration: ConnectionConfiguration
  /** What the contact wrote since the last answer, oldest first; at least one. */
  messages: MessageRow[]
  /** How many answers it gave in this ticket since it came to it. */
  turn: number
  /** The same at every try of this answer, and at no other: for systems that know idempotency. */
  key: string
  /** What it kept at its last answer; null at first. */
  state: unknown
}

/** One message: a text, or a file with the text under it. */
export type Line = {
  text: string
  media?: KeptMedia
  /** The words of what is said by voice, shown under it. */
  transcript?: string
  /** Milliseconds to wait before it leaves. */
  delayMs?: number
}

/** Whose note it is: the machine's. The name is for those without one of their own what Portuguese calls them. */
type By = { id: string; name: string }

export type Answer = {
  lines: Line[]
  /** What the machine is called, for the mark on what it says. */
  name?: string
  /** What the answer cost; counted once, with its being kept. */
  tokens?: number
  /** JSON, for the next answer. */
  state?: unknown
  /**
   * A person takes over: in that queue (null or absent: where the ticket is), with the reason as a note. With `toBot` the
   * bot has the ticket again: the contact's next message brings its menu, or whatever machine answers there by then.
   */
  handOver?: { queueId?: string | null; reason?: NoteReason; by: By; toBot?: boolean }
  /** A remark for people, where the machine goes on. */
  remark?: { reason: NoteReason; by: By }
  /** The ticket is closed, without farewell. */
  close?: boolean
}

/**
 * Asks an agent or an integration. Whatever its system does (slow, down, lying, throttling) is an answer, mostly a hand-over with a note;
 * what is thrown is our own trouble, and is tried again.
 */
export type Speak = (asked: Asked) => Promise<Answer>

import type { Agent } from 'node:https'
import type { ConnectionState, InboundEvent } from '@balcao/shared/events/queues.ts'
import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import type { EventQueue } from '../event-queue.ts'
import type { FencedItems } from '../fenced-items.ts'
import type { Log } from '../log.ts'
import type { MediaStore } from '../media.ts'
import type { Patience } from '../patience.ts'
import type { SentLog } from '../sent-log.ts'
import type { Turnstile } from '../turnstile.ts'
import type { SessionAction } from './life.ts'

export type SessionOptions = {
  companyId: string
  connectionId: string
  /** Fencing token of the shard's lease. */
  fence: number
  /** When an earlier host is known to have been alive, if it did not say goodbye: where a gap begins. */
  lastSeen: number | undefined
  whatsappUrl: string
  /** Sends media to WhatsApp's hosts, and to no other. */
  uploads: Agent
  items: FencedItems
  queue: EventQueue
  media: MediaStore
  log: Log
  patience: Patience
  onOpened: () => void
  /** Waits for a turn to open a socket. */
  enter: Turnstile
  refusesCalls: () => Promise<boolean>
  /** The lease is not ours any more. */
  onFenced: () => void
}

export type Session = {
  companyId: string
  connectionId: string
  /** Opens the socket if the connection was open, or being opened, when it was last served. Never rejects. */
  resume: () => Promise<void>
  act: (action: SessionAction) => Promise<void>
  /** The socket while messages can be sent. */
  socket: () => WASocket | undefined
  /** Whether it will be open without anybody's doing. */
  willOpen: () => boolean
  /** Resolves when the state may have changed, or after `ms`. */
  change: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Puts an event of this connection on the inbound queue; resolves when it is there. */
  emit: (event: InboundEvent, group: string, identity: string) => Promise<void>
  /** Does something for this connection: an error that nobody catches is then known as its own. */
  within: <T>(work: () => T) => T
  sent: SentLog
  /** Describes a group, and remembers it for sending. */
  groupMetadata: (jid: string) => Promise<GroupMetadata | undefined>
  /** The server's answer to a message of ours: an error code, or undefined when it took it. Rejects when the socket closes first. */
  serverAck: (id: string, ms: number) => Promise<string | undefined>
  status: () => ConnectionState
  /** Closes the socket and stores what is left. @param how `lost`: the lease is gone, so nothing may be written */
  close: (how: 'handover' | 'lost') => Promise<void>
}

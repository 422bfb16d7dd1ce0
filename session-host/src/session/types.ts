import type { Agent } from 'node:https'
import type { ConnectionState, InboundEvent } from '@balcao/shared/events/queues.ts'
import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import type { EventQueue } from '../inbound/event-queue.ts'
import type { Log } from '../log.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Semaphore } from '../socket/semaphore.ts'
import type { FencedItems } from '../table/fenced-items.ts'
import type { SentLog } from '../table/sent-log.ts'
import type { Timeouts } from '../timeouts.ts'
import type { SessionAction } from './lifecycle.ts'

export type SessionOptions = {
  companyId: string
  connectionId: string
  /** Fencing token of the shard's lease. */
  fence: number
  /**
   * Time at which an earlier host was last known to be alive, if it did not end in order: a gap
   * begins there.
   */
  lastSeen: number | undefined
  whatsappUrl: string
  /** Agent that sends media to WhatsApp's hosts, and to no other. */
  uploads: Agent
  items: FencedItems
  queue: EventQueue
  media: MediaStore
  log: Log
  patience: Timeouts
  onOpened: () => void
  /** Semaphore for opening sockets. */
  openings: Semaphore
  refusesCalls: () => Promise<boolean>
  /** Called when the lease belongs to another host. */
  onFenced: () => void
}

export type Session = {
  companyId: string
  connectionId: string
  /**
   * Opens the socket if the connection was open, or being opened, when it was last served. Never
   * rejects.
   */
  resume: () => Promise<void>
  act: (action: SessionAction) => Promise<void>
  /** Returns the socket while messages can be sent. */
  socket: () => WASocket | undefined
  /** Returns whether it will be open without anybody's action. */
  willOpen: () => boolean
  /** Resolves when the state may have changed, or after `ms`. */
  change: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Puts an event of this connection on the inbound queue; resolves when it is there. */
  emit: (event: InboundEvent, group: string, identity: string) => Promise<void>
  /** Runs work for this connection: an uncaught error of it is attributed to the connection. */
  within: <T>(work: () => T) => T
  sent: SentLog
  /** Returns a group's description, cached for sending. */
  groupMetadata: (jid: string) => Promise<GroupMetadata | undefined>
  /**
   * Returns the server's answer to a message of ours: an error code, or undefined when it accepted
   * it. Rejects when the socket closes first.
   */
  serverAck: (id: string, ms: number) => Promise<string | undefined>
  status: () => ConnectionState
  /**
   * Closes the socket and stores the remaining changes.
   * @param how `lost`: the lease is gone, so nothing may be written
   */
  close: (how: 'handover' | 'lost') => Promise<void>
}
